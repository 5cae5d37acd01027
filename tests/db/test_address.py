"""One reading of a database's address for both drivers; what is wrong with it is one sentence."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from presence.core.settings import DatabaseSettings
from presence.db.address import MODES, Address
from presence.db.address_reading import WrongAddress, direct_url, read_address
from presence.db.encryption import unusable_addresses
from tests.db.test_encrypted_address import production

VARIABLE = "PRESENCE_DATABASE__CUSTOMER_URL"


def read(text: str, **variables: str) -> Address:
    """An address, read in an environment of its own."""
    return read_address(text, VARIABLE, variables)


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("postgresql://u:p@db/n", (("db", 5432),)),
        ("postgres://u:p@db:6000/n", (("db", 6000),)),
        ("postgresql://u:p@one,two:6000/n", (("one", 5432), ("two", 6000))),
        ("postgresql://u:p@[2001:db8::1]:6000/n", (("2001:db8::1", 6000),)),
        ("postgresql://u:p@[::1],[::2]:7/n", (("::1", 5432), ("::2", 7))),
        ("postgresql://u:p@%2Fvar%2Frun%2Fpg/n", (("/var/run/pg", 5432),)),
        ("postgresql://u:p@%2Frun:6000/n", (("/run", 6000),)),
        ("postgresql:///n?host=/run/pg&port=7&user=u&password=p", (("/run/pg", 7),)),
        ("postgresql://u:p@/n?host=one,two&port=6,7", (("one", 6), ("two", 7))),
        ("postgresql://u:p@/n?host=one,two&port=6", (("one", 6), ("two", 6))),
    ],
)
def test_hosts_ports_and_sockets_are_read_in_their_order(
    text: str, hosts: tuple[tuple[str, int], ...]
) -> None:
    address = read(text)
    assert address.hosts == hosts
    assert (address.user, address.password, address.database) == ("u", "p", "n")


@pytest.mark.parametrize("password", ["p@ss:w/o?r#d%", "a b+c&d=e", "'\\\"", "päss→", "%41"])
def test_a_password_of_reserved_characters_reaches_both_drivers_as_it_is(password: str) -> None:
    address = read(f"postgresql://u:{quote(password, safe='')}@db/n")
    assert address.for_asyncpg(address.hosts)["password"] == password
    assert conninfo_to_dict(address.for_psycopg())["password"] == password
    assert read(address.text()) == address
    assert password not in repr(address)


def test_an_at_sign_in_a_password_is_read_as_it_was_meant() -> None:
    assert read("postgresql://u:p@ss#w@db/n").password == "p@ss#w"


@pytest.mark.parametrize("mode", MODES)
def test_every_sslmode_reaches_both_drivers(mode: str, tmp_path: Path) -> None:
    address = read(f"postgresql://u:p@db/n?sslmode={mode}&sslrootcert={tmp_path}/a+b.crt")
    assert f"sslmode={mode}" in address.for_asyncpg(address.hosts)["dsn"]
    told = conninfo_to_dict(address.for_psycopg())
    assert told["sslmode"] == mode
    assert told["sslrootcert"] == f"{tmp_path}/a+b.crt"
    assert read(address.text()) == address


def test_the_authorities_of_the_system_are_a_file_for_both_drivers_and_verify_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = tmp_path / "bundle.crt"
    bundle.write_text("")
    monkeypatch.setenv("SSL_CERT_FILE", str(bundle))
    address = read("postgresql://u:p@db/n?sslrootcert=system")
    assert address.sslmode == "verify-full"
    assert conninfo_to_dict(address.for_psycopg())["sslrootcert"] == str(bundle)


def test_where_the_address_is_silent_the_variables_of_libpq_speak() -> None:
    address = read(
        "postgresql:///n",
        PGHOST="one,::1",
        PGPORT="6,7",
        PGUSER="u",
        PGPASSWORD="p",
        PGSSLMODE="require",
        PGTARGETSESSIONATTRS="primary",
    )
    assert address.hosts == (("one", 6), ("::1", 7))
    assert (address.user, address.password) == ("u", "p")
    assert (address.sslmode, address.target) == ("require", "primary")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mysql://u:hidden@db/n", "must be postgresql://role:password@host:5432/name"),
        ("host=db password=hidden", "must be postgresql://role:password@host:5432/name"),
        ("postgresql://u:hid/den@db/n", "in its password write / as %2F"),
        ("postgresql://u:hid?den=1@db/n", "in its password write / as %2F"),
        ("postgresql://u:p@ss?hidden=1@db/n", "in its password write / as %2F"),
        ("postgresql://u:p@ss/hidden@db/n", "in its password write / as %2F"),
        ("postgresql://u:hidden%@db/n", "in its password write / as %2F"),
        ("postgresql://u:hidden%zz@db/n", "in its password write / as %2F"),
        ("postgresql://u:hidden", "port in {} must be a number from 1 to 65535"),
        ("postgresql://u:hidden@db:0/n", "port in {} must be a number from 1 to 65535"),
        ("postgresql://u:hidden@db:65536/n", "port in {} must be a number from 1 to 65535"),
        ("postgresql://u:hidden@2001:db8::1/n", "write an IPv6 address in brackets"),
        ("postgresql://u:hidden@[::1/n", "port in {} must be a number from 1 to 65535"),
        ("postgresql://u:hidden@a,,b/n", "host in {} is empty between two commas"),
        ("postgresql://u:hidden@a,b/n?port=1,2,3", "one number, or one for each host"),
        ("postgresql://u:hidden@db/n?sslmode=verify_full", "sslmode in {} must be one of disable"),
        ("postgresql://u:hidden@db/n?sslmod=require", "has the unknown parameter sslmod"),
        ("postgresql://u:hidden@db/n?options=-c%20x=y", "has the unknown parameter options"),
        ("postgresql:///n?service=elsewhere", "has the unknown parameter service"),
        ("postgresql://u:hidden@db/n?channel_binding=require", "the unknown parameter channel_b"),
        ("postgresql://u:hidden@db/n?sslmode=require&sslmode=prefer", "says sslmode twice"),
        ("postgresql://u:hidden@db/n?host=other", "says host twice"),
        ("postgresql://u:hidden@db/n?hidden", "after ? write name=value"),
        ("postgresql://u:hidden@db/n?sslmode=verify-full", "needs sslrootcert=FILE"),
        ("postgresql://u:hidden@db/n?sslmode=verify-ca", "needs sslrootcert=FILE"),
        ("postgresql://u:hidden@db/n?sslmode=require&sslrootcert=system", "sslmode=verify-full"),
        ("postgresql://u:hidden@db/n?sslcert=/a.crt", "sslcert in {} needs sslkey beside it"),
        ("postgresql://u:hidden@db/n?sslkey=/a.key", "sslkey in {} needs sslcert beside it"),
        ("postgresql://u:hidden@db/n?target_session_attrs=master", "must be one of any, read-"),
        ("postgresql://u:hidden@db/n?connect_timeout=soon", "must be 2 to 600 seconds"),
        ("postgresql://u:hidden@db/n?ssl_min_protocol_version=SSLv3", "must be one of TLSv1.2"),
    ],
)
def test_what_is_wrong_is_one_sentence_that_names_it_and_no_password(
    text: str, said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(WrongAddress) as refused:
        read(text)
    sentence = str(refused.value)
    assert said.format(VARIABLE) in sentence
    assert VARIABLE in sentence
    assert "hid" not in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_wrong_variable_of_libpq_is_named_itself() -> None:
    with pytest.raises(WrongAddress, match=r"^PGSSLMODE must be one of"):
        read("postgresql://u:p@db/n", PGSSLMODE="yes")


@pytest.mark.parametrize("environment", ["production", "development"])
def test_wrong_addresses_are_refused_in_every_environment(environment: str) -> None:
    settings = production("postgresql://u:hidden@db/n?ssl=on", environment=environment)
    (sentence,) = unusable_addresses(settings, {})
    assert sentence.startswith(f"{VARIABLE} has the unknown parameter ssl; known are host, port,")


def test_a_file_that_is_missing_or_holds_something_else_is_named(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no certificate")
    for name, said in (("none", "cannot be read"), ("text", "holds no certificate")):
        address = f"postgresql://u:p@db/n?sslmode=verify-full&sslrootcert={tmp_path}/{name}"
        (sentence,) = unusable_addresses(production(address), {})
        assert f"{VARIABLE} names sslrootcert={tmp_path}/{name}, which {said}" in sentence


def test_a_standby_is_refused_where_the_product_writes_and_welcome_where_it_reads() -> None:
    standby = "postgresql://u:p@db/n?sslmode=require&target_session_attrs=standby"
    (sentence,) = unusable_addresses(production(standby), {})
    assert sentence.startswith(f"target_session_attrs in {VARIABLE} is standby")
    settings = production("")
    settings.database.auditor_url = standby
    assert unusable_addresses(settings, {}) == []


def test_the_server_behind_a_pooler_takes_each_roles_own_account() -> None:
    settings = DatabaseSettings(
        customer_url="postgresql://customer:s%40crt@bouncer:6432/pooled",
        direct_url="postgresql://one,two:6000/presence?sslmode=require",
    )
    address = read(direct_url(settings, "customer"))
    assert (address.user, address.password) == ("customer", "s@crt")
    assert address.hosts == (("one", 5432), ("two", 6000))
    assert (address.database, address.sslmode) == ("presence", "require")


def test_the_server_behind_a_pooler_names_no_account_and_is_not_alone() -> None:
    settings = production("postgresql://customer:p@bouncer/n?sslmode=require")
    settings.database.direct_url = "postgresql://owner:hidden@db/n"
    (sentence,) = unusable_addresses(settings, {})
    assert sentence.startswith("PRESENCE_DATABASE__DIRECT_URL must name no account")
    assert "hidden" not in sentence
    alone = production("")
    alone.database.direct_url = "postgresql://db/n"
    (sentence,) = unusable_addresses(alone, {})
    assert sentence.startswith("PRESENCE_DATABASE__DIRECT_URL needs the address of a role")


def test_libpq_accepts_every_parameter_it_is_given(tmp_path: Path) -> None:
    key = tmp_path / "k"
    text = (
        "postgresql://u:p@[::1]:1/n?sslmode=verify-full&sslrootcert=/a&sslcert=/b&sslkey=/c"
        f"&sslpassword=d%20e&sslcrl={key}&ssl_min_protocol_version=TLSv1.3"
        "&target_session_attrs=read-write&connect_timeout=2"
    )
    with pytest.raises(psycopg.OperationalError, match=r"connection (to server|failed)"):
        psycopg.connect(read(text).for_psycopg(application_name="a test"))
