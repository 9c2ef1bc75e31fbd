"""The journal's codec: what is written reads back equal, and nothing else reads at all."""

import json
from dataclasses import dataclass
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st
from perroquet.kernel.errors import JournalError, JournalTooNew
from perroquet.kernel.game import Next, TimeUp, Touched
from perroquet.kernel.journal import VERSION, Codec, Record
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.sentences import Language, Sentence, say
from perroquet.kernel.shapes import shape_of
from perroquet.kernel.units import Degrees, Fingers, HostNs, Micros, Millimetres, Probability, Seat, Seq


class Rank(Enum):
    FIRST = 1
    SECOND = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    seat: Seat
    name: str
    language: Language | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    grab: Grab
    ruling: Ruling
    told: Next | TimeUp | Touched | None
    ranks: frozenset[Rank]
    pair: tuple[Seat, str]
    scale: float | str
    inner: "Ruled | None" = None
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    house: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsure:
    many: tuple[int, ...] | tuple[str, ...]


CODEC = Codec({"table": (Joined, Bad, Unsure), "jungle-speed": (Ruled,)})

numbers = st.integers(-(2**63), 2**63)
finite = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-1000, 1000)
seats = st.integers(0, 15).map(Seat)
texts = st.text(max_size=8)
sentences = st.builds(
    Sentence,
    key=texts,
    seats=st.lists(st.tuples(texts, seats), max_size=2).map(tuple),
    numbers=st.lists(st.tuples(texts, numbers), max_size=2).map(tuple),
    words=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
)
several = st.lists(sentences, max_size=2).map(tuple)
hands = st.builds(
    Hand,
    first_us=numbers.map(Micros),
    seat=st.none() | seats,
    seat_posterior=st.lists(st.tuples(seats, finite.map(Probability)), max_size=2).map(tuple),
    fingers=st.integers(0, 5).map(Fingers),
    fingers_p=st.lists(finite.map(Probability), max_size=6).map(tuple),
    lowest_mm=finite.map(Millimetres),
    azimuth_deg=finite.map(Degrees),
    brush=st.booleans(),
)
grabs = st.builds(
    Grab,
    grab=numbers,
    epoch=numbers,
    at=numbers.map(HostNs),
    hands=st.lists(hands, max_size=2).map(tuple),
    gap_us=st.none() | numbers.map(Micros),
    evidence=texts,
)
rulings = st.builds(
    Ruling,
    code=texts,
    why=st.lists(texts, max_size=2).map(tuple),
    spoken=sentences,
    who=st.lists(seats, max_size=2).map(tuple),
    long=several,
    ask=st.booleans(),
)
joined = st.builds(Joined, seat=seats, name=texts, language=st.none() | st.sampled_from(Language))
told = st.none() | st.sampled_from([Next, TimeUp, Touched]).flatmap(lambda kind: st.builds(kind, at=numbers))


def ruled(inner: st.SearchStrategy[Ruled | None]) -> st.SearchStrategy[Ruled]:
    return st.builds(
        Ruled,
        grab=grabs,
        ruling=rulings,
        told=told,
        ranks=st.frozensets(st.sampled_from(Rank)),
        pair=st.tuples(seats, texts),
        scale=st.floats(allow_nan=False, allow_infinity=False) | texts,
        inner=inner,
        sure=st.booleans(),
    )


def record(source: str, event: object, seq: int = 1) -> Record:
    return Record(seq=Seq(seq), at=HostNs(5), boot=1, source=source, event=event)


records = st.one_of(
    st.builds(record, st.just("table"), joined, numbers),
    st.builds(record, st.just("jungle-speed"), ruled(st.none() | ruled(st.none())), numbers),
)

LEA = record("table", Joined(seat=Seat(2), name="Léa"))
LINE = (
    '{"at":5,"boot":1,"data":{"language":null,"name":"L\\u00e9a","seat":2},'
    '"seq":1,"source":"table","type":"Joined","v":1}'
)


def test_a_record_is_one_line_of_canonical_json() -> None:
    assert CODEC.encode(LEA) == LINE


@given(records)
def test_what_is_written_reads_back_equal(given_record: Record) -> None:
    line = CODEC.encode(given_record)

    assert CODEC.decode(line) == given_record
    assert CODEC.encode(CODEC.decode(line)) == line


@given(told)
def test_equal_fields_in_a_union_keep_their_class(one: Next | TimeUp | Touched | None) -> None:
    shape = shape_of(Next | TimeUp | Touched | None)

    assert type(shape.parse(shape.dump(one))) is type(one)


def changed(**fields: object) -> str:
    return json.dumps({**json.loads(LINE), **fields})


def without(name: str) -> str:
    return json.dumps({key: value for key, value in json.loads(LINE).items() if key != name})


def data(**fields: object) -> str:
    return changed(data={**json.loads(LINE)["data"], **fields})


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("{", "Expecting"),
        ("[]", "version"),
        ('"v"', "version"),
        ('{"v":NaN}', "NaN"),
        (changed(v=0), "version"),
        (changed(v=True), "version"),
        (changed(v="1"), "version"),
        (without("v"), "version"),
        (without("data"), "'data'"),
        (without("at"), "'at'"),
        (changed(when=3), "'when'"),
        (changed(at=5.0), "at: wanted int, got 5.0"),
        (changed(seq=True), "seq: wanted int, got True"),
        (changed(source="orchidee"), "source: wanted one of table, jungle-speed, got 'orchidee'"),
        (changed(type="Left"), "type: wanted an event of 'table' (Joined, Bad, Unsure), got 'Left'"),
        (changed(data=[]), "an object with the fields of Joined"),
        (data(seat="2"), "seat: wanted int, got '2'"),
        (data(language="de"), "language: wanted one of 'fr', 'en', got 'de'"),
        (data(language=[]), "language: wanted one of 'fr', 'en', got []"),
        (data(age=8), "wanted a field of Joined (seat, name, language), got 'age'"),
        (changed(data={"seat": 2, "name": "Léa"}), "with a field 'language'"),
    ],
)
def test_a_line_that_encode_never_writes_is_refused_with_its_quote(line: str, quoted: str) -> None:
    with pytest.raises(JournalError) as refusal:
        CODEC.decode(line)

    assert quoted in str(refusal.value)
    assert not isinstance(refusal.value, JournalTooNew)


def test_a_long_line_is_quoted_short() -> None:
    with pytest.raises(JournalError) as refusal:
        CODEC.decode("x" * 5000)

    assert len(str(refusal.value)) < 500


def test_a_newer_version_is_refused_as_such() -> None:
    with pytest.raises(JournalTooNew, match=f"perroquet-journal/{VERSION + 1}.*update Perroquet"):
        CODEC.decode(changed(v=VERSION + 1, shape="unheard of"))


RULED = Ruled(
    grab=Grab(grab=1, epoch=1, at=HostNs(0), hands=()),
    ruling=Ruling(code="DUEL_WON", why=("JS-14",), spoken=say("won")),
    told=None,
    ranks=frozenset({Rank.FIRST}),
    pair=(Seat(1), "a"),
    scale=1.0,
)


def ruled_data(**fields: object) -> str:
    line = json.loads(CODEC.encode(record("jungle-speed", RULED)))
    line["data"].update(fields)
    return json.dumps(line)


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        (ruled_data(pair=[1]), "pair: wanted an array of 2"),
        (ruled_data(pair=[1, 2]), "pair[1]: wanted str"),
        (ruled_data(ranks=[1, 1]), "without repetition"),
        (ruled_data(ranks=[True]), "ranks[0]: wanted one of 1, 2, got True"),
        (ruled_data(told={"at": 1}), "told: wanted null or Next or TimeUp or Touched"),
        (ruled_data(told={"type": ["Next"], "data": {}}), "told: wanted null or Next"),
        (ruled_data(told={"type": "Next", "data": {"at": "1"}}), "told.data.at: wanted int"),
        (ruled_data(told=3), "told: wanted null or Next"),
        (ruled_data(scale=None), "scale: wanted float or str, got None"),
        (ruled_data(sure=1), "sure: wanted bool"),
        (ruled_data(grab={}), "grab: wanted Grab with a field"),
    ],
)
def test_a_refusal_names_the_path_to_what_is_wrong(line: str, quoted: str) -> None:
    with pytest.raises(JournalError) as refusal:
        CODEC.decode(line)

    assert quoted in str(refusal.value)


@pytest.mark.parametrize(
    ("source", "event", "quoted"),
    [
        ("table", RULED, "wanted an event of 'table' (Joined, Bad, Unsure), got 'Ruled'"),
        ("page", LEA.event, "wanted one of table, jungle-speed, got 'page'"),
        ("table", Joined(seat=Seat(1), name=3), "name: wanted str, got 3"),  # pyright: ignore[reportArgumentType]  # on purpose
        ("table", Joined(seat=Seat(1), name="", language="fr"), "wanted Language"),  # pyright: ignore[reportArgumentType]  # on purpose
        ("table", Joined(seat=Seat(True), name=""), "seat: wanted int, got True"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(source: str, event: object, quoted: str) -> None:
    with pytest.raises(JournalError) as refusal:
        CODEC.encode(record(source, event))

    assert quoted in str(refusal.value)


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (float, float("nan")),
        (float, float("inf")),
        (float, "1"),
        (tuple[int, ...], [1]),
        (tuple[int, ...], (True,)),
        (tuple[int, int], (1,)),
        (frozenset[int], {1}),
        (Joined, RULED),
        (Next | TimeUp, Touched(at=HostNs(1))),
        (Next | TimeUp, None),
    ],
)
def test_a_shape_dumps_only_what_its_hint_allows(hint: object, value: object) -> None:
    with pytest.raises(ValueError, match="wanted"):
        shape_of(hint).dump(value)


@pytest.mark.parametrize("event", [Bad(house={"a": 1}), Unsure(many=(1,))])
def test_a_hint_that_cannot_travel_is_a_fault_of_the_class(event: object) -> None:
    with pytest.raises(TypeError, match=r"does not travel|one name"):
        CODEC.encode(record("table", event))


def test_a_whole_number_in_a_float_field_stays_as_it_was_given() -> None:
    shape = shape_of(float)

    assert [repr(shape.parse(json.loads(json.dumps(shape.dump(value))))) for value in (5, 5.0)] == ["5", "5.0"]


def test_a_frozenset_is_written_in_one_order() -> None:
    shape = shape_of(frozenset[str])

    assert shape.dump(frozenset({"b", "a", "c"})) == ["a", "b", "c"]
