"""L'Orchidée at the table: what presses mean, what is waited for, what is lit and sounded."""

from dataclasses import replace
from typing import Any

import pytest
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import Card
from perroquet.games.orchidee.house import SHEET, House
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import Pattern, Play
from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.game import Answer, Awaits, Next, SeatPressed, TimeUp, TotemBack
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Heard
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import NS_PER_MS, HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, ORCHIDEE, play, render, setup
from tests.games.orchid import END, ONSET, after_end, expire, hidden, in_window, lock, real, ruled, shouted, virtual

ANA_AT_3 = lock(ANA, 3)
WINDOW = in_window(real())
LOCKED = play(ORCHIDEE, WINDOW, ANA_AT_3)
ACCUSED = play(ORCHIDEE, LOCKED, cmd.Point(accused=CLO))
HOLDER = play(ORCHIDEE, WINDOW, cmd.GoOn())
PILFER = play(ORCHIDEE, real(), cmd.EndTricks())


@pytest.mark.parametrize(
    ("state", "stimulus", "command"),
    [
        (real(), Next(at=ONSET), cmd.GoOn(at=ONSET)),
        (real(), SeatPressed(seat=BEN, at=ONSET), cmd.TakeTrick(winner=BEN, at=ONSET)),
        (virtual(), SeatPressed(seat=BEN, at=ONSET), None),
        (real(), Heard(key="raid", onset=ONSET, end=END), cmd.HearRaid(onset=ONSET, end=END)),
        (real(), Heard(key="parrot", onset=ONSET, end=END), None),
        (real(), TotemBack(at=ONSET), None),
        (shouted(real()), TimeUp(at=END), cmd.Strike(at=END)),
        (shouted(real()), SeatPressed(seat=ANA, at=HostNs(ONSET - 1)), cmd.TakeTrick(winner=ANA, at=HostNs(ONSET - 1))),
        (WINDOW, SeatPressed(seat=ANA, at=after_end(3)), ANA_AT_3),
        (LOCKED, SeatPressed(seat=CLO, at=after_end(3.5)), cmd.Point(accused=CLO)),
        (LOCKED, SeatPressed(seat=CLO, at=after_end(3.499)), lock(CLO, 3.499)),
        (HOLDER, SeatPressed(seat=CLO, at=after_end(4)), cmd.Point(accused=CLO)),
        (ACCUSED, Answer(yes=True, at=after_end(8)), cmd.Answered(yes=True)),
        (expire(WINDOW), SeatPressed(seat=CLO, at=after_end(20)), None),
    ],
)
def test_presses_and_sounds_mean_commands(state: State, stimulus: Any, command: Any) -> None:
    assert ORCHIDEE.hear(state, stimulus) == command


def test_a_button_just_after_an_accusers_is_another_accuser_or_40() -> None:
    state = LOCKED
    for seat, ms in ((BEN, 1), (DAN, 300)):
        press = SeatPressed(seat=seat, at=HostNs(after_end(3) + ms * NS_PER_MS))
        state = play(ORCHIDEE, state, ORCHIDEE.hear(state, press))

    assert state.round.raid is not None
    assert [one.accuser for one in state.round.raid.locks] == [ANA, BEN, DAN]
    # and a button held down stays one press: the panel tells a press once, however long it lasts


@pytest.mark.parametrize(
    ("state", "words", "awaits"),
    [
        (real(), "À Ana de commencer le pli. Qui le prend", Awaits.PLAY),
        (real(tricks="free"), "Jouez\u202f! Ana commence.", Awaits.PLAY),
        (virtual(), "À Ana de poser une carte", Awaits.PLAY),
        (shouted(real()), "Haut les mains\u202f!", Awaits.PLAY),
        (WINDOW, "votre bouton, puis celui de l’accusé", Awaits.PLAY),
        (in_window(hidden(virtual())), "ou votre téléphone", Awaits.PLAY),
        (LOCKED, "Ana accuse\u00a0: bouton de l’accusé", Awaits.QUESTION),
        (ACCUSED, "Ana accuse Clo\u00a0: orchidée trouvée", Awaits.QUESTION),
        (HOLDER, "Dans quelle main", Awaits.QUESTION),
        (expire(WINDOW), "C’est jugé", Awaits.PLAY),
        (PILFER, "Cartes redistribuées", Awaits.PLAY),
        (replace(PILFER, number=6), "Puis les vols", Awaits.PLAY),
        (replace(virtual(), phase=Phase.PILFER), "sur vos téléphones", Awaits.PLAY),
        (ORCHIDEE.evolve(real(), ev.Ended(winners=(ANA,), seed="")), "terminer", Awaits.PLAY),
    ],
)
def test_every_phase_says_what_it_waits_for(state: State, words: str, awaits: Awaits) -> None:
    assert words in render(ORCHIDEE, ORCHIDEE.prompt(state).sentence)
    assert ORCHIDEE.prompt(state).awaits is awaits


def test_everybody_counts_the_ten_seconds_from_the_shout_to_their_end_or_19() -> None:
    """Whatever is asked meanwhile: so nobody can pause them away, and a page goes on counting."""
    counted = (shouted(real()), WINDOW, LOCKED, ACCUSED, HOLDER)

    assert {ORCHIDEE.prompt(state).until for state in counted} == {after_end(10)}
    assert [ORCHIDEE.prompt(state).until for state in (real(), expire(WINDOW), PILFER)] == [None] * 3
    assert ORCHIDEE.prompt(shouted(real(window_from="first_hand"))).until is None


def test_whoever_locked_in_sees_how_long_there_is_to_name_somebody_or_40() -> None:
    closed = hidden_and_locked()
    while not (closed.round.raid and closed.round.raid.closed):
        closed = play(ORCHIDEE, closed, cmd.Strike(at=ORCHIDEE.wake(closed) or END))

    assert ORCHIDEE.prompt(closed).until == after_end(15.3)


def hidden_and_locked() -> State:
    return play(ORCHIDEE, in_window(hidden(virtual())), ANA_AT_3)


@pytest.mark.parametrize(
    ("state", "lamps"),
    [
        (real(), {ANA: Pattern.WAITING}),
        (real(tricks="free"), {}),
        (virtual(), {ANA: Pattern.WAITING}),
        (virtual(3, order="simultaneous"), {ANA: Pattern.WAITING, BEN: Pattern.WAITING, CLO: Pattern.WAITING}),
        (WINDOW, {None: Pattern.ALARM}),
        (LOCKED, {None: Pattern.ALARM, ANA: Pattern.READY}),
        (ACCUSED, {None: Pattern.ALARM, ANA: Pattern.READY}),
        (
            play(ORCHIDEE, ACCUSED, cmd.Answered(yes=False)),
            {None: Pattern.ALARM, CLO: Pattern.WINS, ANA: Pattern.PAYS},
        ),
        (play(ORCHIDEE, ACCUSED, cmd.Answered(yes=True)), {ANA: Pattern.WINS, CLO: Pattern.PAYS}),
        (PILFER, {None: Pattern.WAITING}),
        (play(ORCHIDEE, PILFER, cmd.GoOn()), {BEN: Pattern.WAITING}),
        (ORCHIDEE.evolve(real(), ev.Ended(winners=(BEN,), seed="")), {None: Pattern.READY, BEN: Pattern.WINS}),
    ],
)
def test_lamps_show_whose_turn_it_is_who_accuses_and_who_pays(state: State, lamps: dict[Any, Pattern]) -> None:
    assert ORCHIDEE.lamps(state) == lamps


def sounds(state: State, event: Any) -> list[str]:
    return [cue.sound for cue in ORCHIDEE.cues(state, event) if isinstance(cue, Play)]


def test_the_ten_seconds_tick_at_both_ends_and_when_a_press_counts() -> None:
    for event in (ev.WindowOpened(start=END), ev.WindowClosed(), ev.AccuserLockedIn(accuser=ANA, at=after_end(3))):
        assert sounds(LOCKED, event) == [Sound.TICK]


def test_a_ruling_of_a_raid_sounds_like_what_it_is() -> None:
    (right,) = ruled(ACCUSED, cmd.Answered(yes=True))
    (wrong,) = ruled(ACCUSED, cmd.Answered(yes=False))
    (nobody,) = ORCHIDEE.overrule(ACCUSED, ())

    assert [sounds(ACCUSED, event) for event in (right, wrong, nobody)] == [[Sound.WIN], [Sound.FAULT], [Sound.SIREN]]


# --- menus


def test_anybody_accuses_on_their_own_page_or_19() -> None:
    assert ORCHIDEE.menu(WINDOW, ANA) == tuple(cmd.Accuse(accuser=ANA, accused=one) for one in (BEN, CLO, DAN))
    assert ORCHIDEE.menu(shouted(real()), ANA) == ORCHIDEE.menu(WINDOW, ANA)
    assert ORCHIDEE.menu(LOCKED, ANA) == ORCHIDEE.menu(ACCUSED, ANA) == ()
    assert ORCHIDEE.menu(shouted(real(press_in_shout="refused")), ANA) == ()
    assert ORCHIDEE.menu(real(), ANA) == ORCHIDEE.menu(expire(WINDOW), ANA) == ()


def test_the_host_can_do_what_the_panel_can() -> None:
    assert ORCHIDEE.menu(LOCKED, None) == (
        *(cmd.Point(accused=one) for one in (BEN, CLO, DAN)),
        cmd.Answered(yes=False),
    )
    assert ORCHIDEE.menu(ACCUSED, None) == (cmd.Answered(yes=True), cmd.Answered(yes=False))
    assert cmd.Answered(yes=False) in ORCHIDEE.menu(HOLDER, None)
    assert ORCHIDEE.menu(WINDOW, None) == (cmd.GoOn(),)
    assert ORCHIDEE.menu(virtual(), None) == ()
    assert cmd.EndTricks() in ORCHIDEE.menu(real(), None)
    assert cmd.Pilfer(seat=ANA) in ORCHIDEE.menu(PILFER, None)
    assert ORCHIDEE.menu(in_window(hidden(virtual())), None) == ()
    assert ORCHIDEE.menu(HOLDER, ANA) == ()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (cmd.PlayCard(seat=ANA, card=Card("I7")), "Insecte 7"),
        (cmd.PlayCard(seat=ANA, card=Card("P7"), hide=cmd.Hideout.UNDER_TABLE), "glisse sous la table"),
        (cmd.GiveUp(seat=ANA, card=Card("P7")), "Pépite 7"),
        (cmd.Pilfer(seat=ANA, card=Card("P7")), "Pépite 7"),
        (cmd.Pilfer(seat=ANA), "Ana chaparde une carte"),
        (cmd.PassPilfer(seat=ANA), "Ana ne chaparde rien"),
        (cmd.PassTheft(seat=ANA), "Ana ne vole plus"),
        (cmd.Steal(thief=ANA, target=BEN), "Voler Ben"),
        (cmd.Steal(thief=ANA, target=BEN, insect=Card("I7")), "Voler Ben avec I7"),
        (cmd.Defend(seat=ANA), "Ana se défend"),
        (cmd.Defend(seat=ANA, insect=Card("I7")), "Se défendre avec I7"),
        (cmd.Yield(seat=ANA), "Ana laisse faire"),
        (cmd.TakeTrick(winner=ANA), "Pli pour Ana"),
        (cmd.EndTricks(), "Fin de la manche"),
        (cmd.Point(accused=ANA), "Ana"),
        (cmd.Accuse(accuser=BEN, accused=ANA), "J’accuse Ana"),
        (cmd.Accuse(accuser=BEN, accused=ANA, hideout=cmd.Hideout.UNDER_BOX), "Ana, sous la boîte"),
        (cmd.Answered(yes=True), "Oui"),
        (cmd.Answered(yes=False), "Non"),
        (cmd.Shout(by=ANA), "Haut les mains"),
        (cmd.GoOn(), "On continue"),
    ],
)
def test_buttons_say_what_they_do(command: cmd.Command, words: str) -> None:
    assert words in render(ORCHIDEE, ORCHIDEE.label(command))


def test_a_page_stamps_what_is_a_matter_of_time_or_20() -> None:
    accused = cmd.Accuse(accuser=ANA, accused=BEN)

    assert ORCHIDEE.stamped(accused, ONSET) == replace(accused, at=ONSET)
    assert ORCHIDEE.stamped(cmd.Yield(seat=ANA), ONSET) == cmd.Yield(seat=ANA)


# --- house rules


def test_every_house_rule_has_its_default_on_the_sheet() -> None:
    house = SHEET({})

    assert house == House()
    assert all(getattr(house, name) in rule for name, rule in SHEET.rules.items())
    assert SHEET.rules.keys() == set(House.__dataclass_fields__)


def test_every_house_rule_and_each_of_its_words_can_be_said() -> None:
    said = set(ORCHIDEE.phrases.templates)
    words = {f"house-{name}-{word}" for name, rule in SHEET.rules.items() for word in getattr(rule, "words", ())}

    assert {f"house-{name}" for name in SHEET.rules} | words == {key for key in said if key.startswith("house-")}


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        ({"raid_mean": 90}, "did you mean 'raid_mean_s'?"),
        ({"gravy": 1}, "its house rules are cards, tricks, variant"),
        ({"raid_mean_s": -1}, "is not a whole number of seconds from 0 to 3600"),
        ({"raid_grace_s": True}, "raid_grace_s = true of orchidee is not a whole number of seconds from 0 to 300"),
        ({"orchid_lost": "perm"}, "is not one of round, permanent; did you mean 'permanent'?"),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_with_the_way_out(rules: dict[str, Any], hint: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        ORCHIDEE.initial(setup(4, **rules))

    assert hint in str(refused.value)


# --- bots


@pytest.mark.parametrize("house", [{"tricks": "free"}, {"raid_mean_s": 0}, {"variant": "agent", "parrot_mean_s": 1}])
def test_bots_play_real_cards_to_the_end(house: dict[str, Any]) -> None:
    state, number = real(**house), 0
    while not ORCHIDEE.over(state):
        number += 1
        command = ORCHIDEE.bot(state, Luck("to the end").split(number))
        assert command is not None
        state = play(ORCHIDEE, state, command)

    assert state.winners


def test_a_bot_has_nothing_to_do_when_the_game_is_over() -> None:
    over = ORCHIDEE.evolve(real(), ev.Ended(winners=(Seat(0),), seed=""))

    assert ORCHIDEE.bot(over, Luck("x")) is None


def test_bots_accuse_answer_and_let_time_pass() -> None:
    kinds = {type(ORCHIDEE.bot(ACCUSED, Luck(str(number)))).__name__ for number in range(40)}

    assert kinds == {"Accuse", "Answered", "Strike"}
