"""Units, luck, sentences and the fold of a game."""

import hashlib

import pytest
from perroquet.kernel import errors
from perroquet.kernel.cues import Flash
from perroquet.kernel.game import Stake, label_of, never, silent, winning
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Cause
from perroquet.kernel.sentences import Language, Phrasebook, Sentence, say
from perroquet.kernel.shapes import shape_of
from perroquet.kernel.sheet import Sheet, Written
from perroquet.kernel.units import HostNs, Millis, Seat, after

BOOK = Phrasebook.parse("""
[won]
fr = "{winner}, {fingers:doigt|doigts} à {other}."
en = "{winner}, {fingers:finger|fingers} to {other}."

[gap]
fr = "{gap:>4}"
en = "{gap:>4}"
""")


def name(seat: Seat) -> str:
    return f"siège {seat + 1}"


def test_after_adds_milliseconds_to_nanoseconds() -> None:
    assert after(HostNs(5), Millis(3)) == 3_000_005


def test_a_sentence_holds_plain_text_that_comes_back_from_a_journal_as_it_went() -> None:
    sentence = say("won", words={"prize": Flash.SIREN}, terms={"prize": Flash.SIREN})
    shape = shape_of(Sentence)

    assert shape.parse(shape.dump(sentence)) == sentence


def test_luck_is_split_by_purpose_and_each_stream_starts_the_same() -> None:
    luck = Luck("evening")

    assert luck.stream("raid").random() == luck.stream("raid").random()
    assert luck.stream("raid").random() != luck.stream("sound").random()
    assert luck.split("raid").split(1) != luck.split("raid").split(2)
    assert luck.split(1) == luck.split("1")


def test_drawing_more_for_one_purpose_never_shifts_another() -> None:
    luck = Luck("evening")
    sound = luck.stream("sound")
    for _ in range(100):
        sound.random()

    assert luck.stream("raid").random() == Luck("evening").stream("raid").random()


def test_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert Luck("evening").commitment() == hashlib.sha256(b"evening").hexdigest()


@pytest.mark.parametrize(
    ("fingers", "language", "words"),
    [
        (0, Language.FR, "siège 1, 0 doigt à 3."),
        (1, Language.FR, "siège 1, 1 doigt à 3."),
        (4, Language.FR, "siège 1, 4 doigts à 3."),
        (4, Language.EN, "siège 1, 4 fingers to 3."),
    ],
)
def test_a_number_slot_says_its_noun_in_the_right_form(fingers: int, language: Language, words: str) -> None:
    sentence = say("won", seats={"winner": Seat(0)}, numbers={"fingers": fingers}, words={"other": "3"})

    assert BOOK.render(sentence, language, name) == words


def test_a_slot_without_a_noun_is_formatted_as_usual() -> None:
    assert BOOK.render(say("gap", numbers={"gap": 12}), Language.FR, name) == "  12"


def test_an_empty_slot_or_an_unknown_sentence_is_an_error() -> None:
    for sentence in (say("won"), Sentence(key="lost")):
        with pytest.raises(KeyError):
            BOOK.render(sentence, Language.FR, name)


def test_a_sentence_without_a_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        Phrasebook.parse('[won]\nfr = "gagné"')


def test_the_other_book_wins_when_two_are_merged() -> None:
    other = Phrasebook.parse('[gap]\nfr = "écart"\nen = "gap"')

    assert BOOK.merged(other).render(say("gap"), Language.FR, name) == "écart"
    assert BOOK.merged(other).templates.keys() == BOOK.templates.keys()


def test_what_a_game_leaves_out_is_quiet_and_plain() -> None:
    assert silent(object()) == ()
    assert winning(object()) is Stake.WINS
    assert never(object()) is False


def test_a_button_is_named_after_its_command() -> None:
    assert label_of(object()) == say("label-object")


def test_a_refusal_keeps_its_code_and_is_a_value_error() -> None:
    refusal = errors.IllegalCommand("self", "seat 1 cannot accuse itself; press another button")

    assert refusal.code == "self"
    assert isinstance(refusal, ValueError)
    assert str(refusal).startswith("seat 1")


def test_a_lost_speaker_says_why() -> None:
    lost = errors.SpeakerLost(Cause.BUSY, "another program plays; end it")

    assert (lost.cause, str(lost)) == (Cause.BUSY, "another program plays; end it")


def test_every_error_is_ours_and_also_a_builtin_one() -> None:
    ours = [kind for kind in vars(errors).values() if isinstance(kind, type) and kind.__module__ == errors.__name__]

    assert len(ours) > 10
    assert all(issubclass(kind, errors.PerroquetError) for kind in ours)
    leaves = [kind for kind in ours if kind not in (errors.PerroquetError, errors.JournalError)]
    assert all(len(kind.__mro__) > len(errors.JournalError.__mro__) or kind is errors.PartMissing for kind in leaves)


def test_a_term_is_another_key_of_the_book_in_the_same_language() -> None:
    book = Phrasebook.parse('[pays]\nfr = "Une {what}."\nen = "One {what}."\n[o]\nfr = "orchidée"\nen = "orchid"\n')
    sentence = say("pays", terms={"what": "o"})

    assert [book.render(sentence, language, str) for language in Language] == ["Une orchidée.", "One orchid."]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("short", ""),
        ("far too long", "house rule motto = 'far too long' of toy is not a short text: 12 letters"),
        (3, "3"),
    ],
)
def test_a_written_rule_says_why_a_text_will_not_do(value: str | int, says: str) -> None:
    def refusal(text: str) -> str:
        return f"{len(text)} letters" if len(text) > 5 else ""

    sheet = Sheet(game="toy", form=dict[str, str], rules={"motto": Written(refusal=refusal, wanted="a short text")})

    if not says:
        assert sheet.laid({"motto": value}) == {"motto": value}
        return
    with pytest.raises(errors.ConfigurationError, match=says):
        sheet.laid({"motto": value})
