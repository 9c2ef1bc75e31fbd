"""The page's port."""

import socket

import pytest
from perroquet.kernel.errors import PartBusy
from perroquet.web import reserve
from perroquet.web.door import addresses


def test_a_port_in_use_is_named_with_the_way_out() -> None:
    with reserve("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(PartBusy, match=f"^port {port} is already used .*`perroquet run --port {port + 1}`"):
            reserve("127.0.0.1", port)


def test_an_address_that_is_not_ours_is_named_with_the_way_out() -> None:
    with pytest.raises(PartBusy, match=r"cannot listen on '192\.0\.2\.1', port 8080 .*listen on"):
        reserve("192.0.2.1", 8080)


@pytest.mark.parametrize("host", ["éé..", "nul\0byte"])
def test_an_address_that_is_none_is_named_with_the_way_out(host: str) -> None:
    with pytest.raises(PartBusy, match=r"which is no address; listen on"):
        reserve(host, 0)


def test_browsers_may_knock_before_the_page_is_served() -> None:
    with reserve("127.0.0.1", 0) as door, socket.create_connection(door.getsockname()[:2], timeout=1):
        pass


def test_the_address_can_be_typed_and_said() -> None:
    with reserve("0.0.0.0", 0) as door:  # noqa: S104 as the device does
        port = door.getsockname()[1]
        named, numbered = addresses(door, named=True), addresses(door, named=False)

        assert named.here == f"http://localhost:{port}/"
        assert named.spoken == f"{socket.gethostname().split('.')[0]}.local:{port}"
        assert numbered.phone == f"http://{numbered.spoken}/"


def test_a_page_for_this_machine_alone_says_so() -> None:
    with reserve("127.0.0.1", 0) as door:
        where = addresses(door)

        assert where.spoken == f"localhost:{door.getsockname()[1]}"
        assert where.phone == where.here
