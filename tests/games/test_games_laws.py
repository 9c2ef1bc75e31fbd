"""Laws of every game: replay is live play, rulings say why, no dead ends, every word exists, views leak nothing."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perroquet import games as games_package
from perroquet.games import GAMES, game_named
from perroquet.games.jungle_speed.dealing import deck
from perroquet.games.jungle_speed.events import Dealt
from perroquet.games.orchidee.events import RaidHeard
from perroquet.games.registry import NoSuchGame
from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.game import AnyGame, Setup, TimeUp
from perroquet.kernel.journal import Codec, Record
from perroquet.kernel.luck import Luck
from perroquet.kernel.sentences import Language, Phrasebook
from perroquet.kernel.units import HostNs, Seat, Seq

from tests.games.hands import JUNGLE_SPEED, NAMES, ORCHIDEE, begun, play, render, sentences, setup

TABLES = {
    "jungle-speed, cards unknown": (JUNGLE_SPEED, setup(4)),
    "jungle-speed, virtual cards": (JUNGLE_SPEED, setup(3, cards="virtual")),
    "jungle-speed, five players": (JUNGLE_SPEED, setup(5, cards="virtual", colour_permanent="yes")),
    "jungle-speed, two players": (JUNGLE_SPEED, setup(2, cards="virtual", two_p_remove_col="no")),
    "orchidee": (ORCHIDEE, setup(4)),
    "orchidee, virtual cards": (ORCHIDEE, setup(3, cards="virtual")),
    "orchidee, five and an agent": (ORCHIDEE, setup(5, cards="virtual", variant="agent")),
    "orchidee for two": (ORCHIDEE, setup(2, cards="virtual")),
    "amazonas": (game_named("amazonas"), setup(3)),
    "amazonas without map": (game_named("amazonas"), setup(2, board="none")),
    "practice": (game_named("practice"), setup(2)),
}
LONGEST = 90

SPOKEN_LONGEST = 66
"""Characters of French that the voice speaks in four seconds."""

every_table = pytest.mark.parametrize(("game", "table"), TABLES.values(), ids=TABLES.keys())
seeds = st.integers(min_value=0, max_value=2**32)
few = settings(max_examples=5)


def walk(game: AnyGame, table: Setup, seed: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield (state before, events) along a game that bots play, with a wish of the menu now and then."""
    luck = Luck(str(seed))
    state, events = game.initial(table), game.opening(table)
    yield state, events
    state = game.replay(state, events)
    for number in range(LONGEST):
        command = game.bot(state, luck.split(number))
        if command is None:
            return
        wishes = game.menu(state, None)
        chance = luck.stream(f"menu {number}")
        if wishes and chance.random() < 0.2:
            command = chance.choice(wishes)
        events = game.decide(state, command)
        yield state, events
        state = game.replay(state, events)


@every_table
@few
@given(seed=seeds)
def test_replay_of_the_journal_is_live_play(game: AnyGame, table: Setup, seed: int) -> None:
    codec = Codec({game.name: game.events})
    live = game.initial(table)
    journal: list[Any] = []
    for before, events in walk(game, table, seed):
        live = game.replay(before, events)
        for event in events:
            record = Record(seq=Seq(len(journal) + 1), at=HostNs(0), boot=1, source=game.name, event=event)
            journal.append(codec.decode(codec.encode(record)).event)

    assert game.replay(game.initial(table), journal) == live


@every_table
@few
@given(seed=seeds)
def test_every_ruling_says_why_and_every_sentence_has_words(game: AnyGame, table: Setup, seed: int) -> None:
    for before, events in walk(game, table, seed):
        for event in events:
            ruling = game.ruling(event)
            assert ruling is None or (ruling.why and ruling.code)
            if ruling is not None:
                assert len(render(game, ruling.spoken)) <= SPOKEN_LONGEST
        for sentence in sentences(game, before, events):
            for language in Language:
                text = game.phrases.render(sentence, language, lambda seat: NAMES[seat])
                assert text
                assert "{" not in text


@every_table
@few
@given(seed=seeds)
def test_lamps_belong_to_the_box_or_to_seats_that_play(game: AnyGame, table: Setup, seed: int) -> None:
    for before, events in walk(game, table, seed):
        assert game.lamps(game.replay(before, events)).keys() <= {None, *table.seats}


@every_table
@few
@given(seed=seeds)
def test_there_is_always_a_way_on(game: AnyGame, table: Setup, seed: int) -> None:
    for before, events in walk(game, table, seed):
        state = game.replay(before, events)
        ways = game.menu(state, None) or game.wake(state) is not None or game.bot(state, Luck("any")) is not None
        assert ways or game.over(state)
        if (due := game.wake(state)) is not None:
            assert game.decide(state, game.hear(state, TimeUp(at=due)))


@every_table
@few
@given(seed=seeds)
def test_an_interrupted_game_goes_on_without_a_window(game: AnyGame, table: Setup, seed: int) -> None:
    for before, events in walk(game, table, seed):
        state = game.replay(before, events)
        told = game.interrupt(state)
        resumed = game.replay(state, told)
        assert all(game.secret(event) for event in game.interrupt(resumed))
        assert game.prompt(resumed).until is None
        # Nothing is awaited but what was drawn anew, in secret.
        assert game.wake(resumed) is None or any(game.secret(event) for event in told)


@every_table
@few
@given(seed=seeds)
def test_the_law_of_menus_every_wish_is_legal(game: AnyGame, table: Setup, seed: int) -> None:
    for before, events in walk(game, table, seed):
        state = game.replay(before, events)
        for seat in (None, *table.seats):
            for command in game.menu(state, seat):
                assert game.decide(state, command)
                assert game.phrases.render(game.label(command), Language.FR, lambda seat: NAMES[seat])


@few
@given(seed=seeds, seats=st.integers(2, 10))
def test_cards_are_conserved(seed: int, seats: Any) -> None:
    for before, events in walk(JUNGLE_SPEED, setup(seats, luck=str(seed), cards="virtual"), seed):
        state = JUNGLE_SPEED.replay(before, events)

        assert Counter(state.cards.everything()) == Counter(deck(state.house, seats))


def seen(game: AnyGame, state: Any, seat: Seat | None) -> tuple[object, ...]:
    """Return all that a viewer gets to see of a state."""
    return game.view(state, seat), game.prompt(state), game.menu(state, seat), game.lamps(state)


@few
@given(seed=seeds)
def test_reserves_show_nowhere_but_their_size(seed: int) -> None:
    for before, events in walk(JUNGLE_SPEED, setup(4, luck=str(seed), cards="virtual"), seed):
        state = JUNGLE_SPEED.replay(before, events)
        hidden = tuple(replace(h, reserve=h.reserve[::-1]) for h in state.cards.holdings)
        other = replace(state, cards=replace(state.cards, holdings=hidden))
        for seat in (None, *state.seats):
            assert seen(JUNGLE_SPEED, state, seat) == seen(JUNGLE_SPEED, other, seat)


def test_a_bot_in_contact_grabs() -> None:
    from perroquet.games.jungle_speed.commands import Judge, Touch

    felt = play(JUNGLE_SPEED, begun(JUNGLE_SPEED, setup(4)), Touch(at=HostNs(0)))

    assert isinstance(JUNGLE_SPEED.bot(felt, Luck("x")), Judge)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_refusal_of_the_game_has_a_sentence(game: AnyGame) -> None:
    folder = Path(games_package.__file__).parent / game.name.replace("-", "_")
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    codes = set(re.findall(r'IllegalCommand\(\s*"([\w-]+)"', sources)) | set(
        re.findall(r'_require\([^"]*"([\w-]+)"\)', sources)
    )

    assert codes
    assert codes <= game.phrases.templates.keys()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_sentence_named_in_the_code_exists(game: AnyGame) -> None:
    folder = Path(games_package.__file__).parent / game.name.replace("-", "_")
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    named = set(re.findall(r'say\(\s*"([\w-]+)"', sources)) | set(re.findall(r'"((?:prompt|label)-[\w-]+)"', sources))

    assert named
    assert named <= game.phrases.templates.keys()


BOOKS = [
    *sorted(Path(games_package.__file__).parents[1].rglob("sentences.toml")),
    *sorted(Path(games_package.__file__).parent.rglob("house.toml")),
]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.parent.name)
def test_french_sentences_keep_their_fine_spaces(book: Path) -> None:
    for key, words in Phrasebook.parse(book.read_text(encoding="utf-8")).templates.items():
        fixed = re.sub(r"\{[^}]*\}", "", words[Language.FR])
        assert not re.search(r"[^\u202f][!?;]|[^\u00a0]:", fixed), key
        assert "'" not in fixed, key


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_sentences_have_one_apostrophe_and_one_word_for_a_seat(game: AnyGame) -> None:
    for key, words in game.phrases.templates.items():
        assert "'" not in "".join(words.values()), key
        assert not re.search(r"\bplaces?\b", words[Language.FR]), key


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_an_empty_house_sheet_is_the_games_default(game: AnyGame) -> None:
    assert type(game.sheet({})) is type(getattr(game.initial(setup(4)), "house", object()))
    with pytest.raises(ConfigurationError, match=f"{game.name} has no house rule 'volley'; its? h"):
        game.sheet({"volley": True})


def test_games_are_found_by_name() -> None:
    assert [game_named(game.name) for game in GAMES] == list(GAMES)
    assert Dealt in JUNGLE_SPEED.events
    assert RaidHeard in ORCHIDEE.events


@pytest.mark.parametrize(
    ("name", "hint"), [("jungle", "did you mean 'jungle-speed'?"), ("chess", "amazonas, practice")]
)
def test_an_unknown_game_is_refused_with_the_way_out(name: str, hint: str) -> None:
    with pytest.raises(NoSuchGame) as refused:
        game_named(name)

    assert hint in str(refused.value)


RULE = re.compile(r"^\| ([A-Z]{2}-\d+) \|", re.MULTILINE)


@pytest.mark.parametrize("folder", ["amazonas", "jungle_speed", "orchidee", "practice"])
def test_every_numbered_rule_is_cited_by_a_test(folder: str) -> None:
    rules = RULE.findall((Path(games_package.__file__).parent / folder / "RULES.md").read_text(encoding="utf-8"))
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].glob("[gc]a*es/test_*.py"))
    cited = set(re.findall(r"def (test_\w+)", tests))
    numbers = {number for name in cited for number in re.findall(r"_((?:am|js|or|es)_\d+)", name)}

    assert rules
    assert {rule for rule in rules if rule.lower().replace("-", "_") not in numbers} == set()


@pytest.mark.parametrize("folder", ["amazonas", "jungle_speed", "orchidee", "practice"])
def test_every_rule_cited_in_the_code_exists(folder: str) -> None:
    place = Path(games_package.__file__).parent / folder
    rules = set(RULE.findall((place / "RULES.md").read_text(encoding="utf-8")))
    cited = {
        n for path in place.glob("*.py") for n in re.findall(r"\b(?:AM|JS|OR|ES)-\d+", path.read_text(encoding="utf-8"))
    }

    assert cited <= rules
