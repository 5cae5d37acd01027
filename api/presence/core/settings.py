"""Everything configurable, in nested groups read from `PRESENCE_…` variables.

Invariant: built once by an entry point and passed in; no module keeps a settings object.
Nested names use two underscores: `PRESENCE_OUTBOUND__ALLOWED_NETWORKS=127.0.0.0/8`.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from presence.core.guess_settings import GuessSettings, ThrottleSettings
from presence.core.legal_settings import LegalSettings
from presence.core.sample import ExampleSite
from presence.core.serving import HttpSettings, split_list
from presence.core.telemetry_settings import TelemetrySettings

Network = IPv4Network | IPv6Network


class DatabaseSettings(BaseModel):
    """Connection addresses by role, as `postgresql://user:password@host:port/name`.

    With `direct_url`, which names no account, those of the roles lead to PgBouncer in transaction
    mode, and what needs a connection of its own (LISTEN, the locks of workers, migrations, the
    auditor) goes to that server.
    """

    customer_url: str = ""
    operator_url: str = ""
    owner_url: str = ""
    auditor_url: str = ""
    direct_url: str = ""
    pool_size: int = Field(default=10, ge=1)
    statement_timeout_ms: int = Field(default=15_000, ge=100)


class SessionSettings(BaseModel):
    """Login sessions and password hashing (argon2id)."""

    idle_days: int = 30
    absolute_days: int = 90
    argon2_memory_kib: int = 19_456
    argon2_time_cost: int = 2

    @property
    def idle(self) -> timedelta:
        """How long a session lives without being used."""
        return timedelta(days=self.idle_days)


class RateSettings(BaseModel):
    """Calls allowed per policy, as (calls, seconds); see `http/rates`.

    `default` counts a person's calls, or those of an address nobody signed in at; `api_key` a
    key's; `runs` and `exports` a workspace's, `runs_person` and `exports_person` those of a person
    in all workspaces; `registrations` what an address asks for, `accounts` the accounts it gets,
    and `accounts_network` those of its network (/24, of IPv6 /48) that nobody has confirmed.
    """

    default: tuple[int, int] = (600, 60)
    api_key: tuple[int, int] = (300, 60)
    runs: tuple[int, int] = (60, 3_600)
    exports: tuple[int, int] = (60, 3_600)
    runs_person: tuple[int, int] = (120, 3_600)
    exports_person: tuple[int, int] = (120, 3_600)
    registrations: tuple[int, int] = (100, 3_600)
    accounts: tuple[int, int] = (15, 86_400)
    accounts_network: tuple[int, int] = (60, 3_600)

    @property
    def policies(self) -> dict[str, tuple[int, int]]:
        """All of them by the name callers read."""
        return {
            "default": self.default,
            "api-key": self.api_key,
            "runs": self.runs,
            "exports": self.exports,
            "runs-person": self.runs_person,
            "exports-person": self.exports_person,
            "registrations": self.registrations,
            "accounts": self.accounts,
            "accounts-network": self.accounts_network,
        }


class OutboundSettings(BaseModel):
    """Guard of every fetch of a user-supplied address.

    `allow_private` says that servers of one's own network are meant (`core/production`).
    `example_site` is where this machine serves the site of the sample company, in development only:
    with it the example is offered, and that one address and port are open.
    A website is checked, and is analysed, for anybody at most once in `site_every_s` seconds; 0
    lets everything by.
    """

    allowed_networks: Annotated[tuple[Network, ...], NoDecode] = ()
    allow_private: bool = False
    example_site: ExampleSite = ""
    connect_timeout_s: float = 5.0
    deadline_s: float = 20.0
    max_bytes: int = 10_000_000
    max_header_bytes: int = 64_000
    max_redirects: int = 5
    site_every_s: float = Field(default=60.0, ge=0)

    @field_validator("allowed_networks", mode="before")
    @classmethod
    def _networks(cls, value: object) -> object:
        parts = split_list(value)
        return tuple(ip_network(p) for p in parts) if isinstance(parts, tuple) else parts


class AnalysisSettings(BaseModel):
    """How much one run looks at; plan limits may lower it.

    A brand's first analysis asks the simulator alone. Assistants, which cost money, are asked once
    somebody confirms what was understood, `confirm_within_s` after its start at the latest; with 0
    they are asked at once.
    """

    pages: int = Field(default=50, ge=1, le=500)
    crawl_deadline_s: float = 40.0
    competitor_pages: int = 10
    embeddings: bool = True
    confirm_within_s: float = Field(default=900.0, ge=0)


class WorkerSettings(BaseModel):
    """Background jobs. Their process answers /healthz and /readyz on `health_port`; 0 = nowhere."""

    concurrency: int = Field(default=4, ge=1)
    health_port: int = Field(default=0, ge=0, le=65_535)
    heartbeat_s: float = 5.0
    stalled_after_s: float = 20.0


class SecretSettings(BaseModel):
    """Keys of what is encrypted at rest: 32 random bytes each, base64, the first one encrypts."""

    key: Annotated[tuple[SecretStr, ...], NoDecode] = ()

    _parse = field_validator("key", mode="before")(split_list)


class MailSettings(BaseModel):
    """The mail server. Without `host` nothing is sent; a local product keeps mails to be read.

    `security` is starttls (port 587), tls (465) or none, which only a server on the same machine
    deserves. `sender` is the From of every mail, `reply_to` where answers go.
    """

    host: str = ""
    port: int = Field(default=587, ge=1, le=65_535)
    username: str = ""
    password: SecretStr = SecretStr("")
    security: Literal["starttls", "tls", "none"] = "starttls"
    sender: str = "Presence <no-reply@localhost>"
    reply_to: str = ""
    timeout_s: float = Field(default=20.0, gt=0)


class GoogleSettings(BaseModel):
    """Sign-in with Google: the credentials of an OAuth client. Without them it is switched off."""

    client_id: str = ""
    client_secret: SecretStr = SecretStr("")
    issuer: str = "https://accounts.google.com"
    timeout_s: float = Field(default=10.0, gt=0)

    @property
    def configured(self) -> bool:
        """Whether people can sign in with Google here."""
        return bool(self.client_id and self.client_secret.get_secret_value())


class EngineConnection(BaseModel):
    """One engine on the deployment's own key, and its pace on any key.

    Empty `model` and `base_url` mean the engine's own; the pace is per key, over all workers.
    `daily_ceiling_usd` is the most all customers together may spend on the key in a day (UTC).
    """

    api_key: SecretStr = SecretStr("")
    base_url: str = ""
    model: str = ""
    enabled: bool = True
    concurrency: int = Field(default=20, ge=1, le=1_000)
    requests_per_minute: int = Field(default=300, ge=1)
    tokens_per_minute: int = Field(default=1_000_000, ge=1)
    tokens_per_answer: int = Field(default=20_000, ge=1)
    timeout_s: float = Field(default=90.0, gt=0)
    daily_ceiling_usd: Decimal = Field(default=Decimal(50), ge=0)


class ModelPrice(BaseModel):
    """What a provider charges in USD: per million tokens, per web search, per request."""

    input: Decimal = Decimal(0)
    output: Decimal = Decimal(0)
    search: Decimal = Decimal(0)
    request: Decimal = Decimal(0)


class EngineSettings(BaseModel):
    """Which assistants the deployment can ask, how patiently, and what they cost.

    `plan_share` of what a plan costs by the month when paid by the year may be spent on answers;
    `free_allowance_usd` is what a person may cost in a month in all their workspaces without a
    plan; `daily_ceiling_usd` what all customers and engines together may in a day (UTC), and
    `daily_share` the part (0 to 1) of that, and of each engine's ceiling, that one payer may.
    `watch_daily_usd` is what watching one engine may cost in a day; 0 turns the watch off.
    """

    chatgpt: EngineConnection = EngineConnection()
    perplexity: EngineConnection = EngineConnection()
    gemini: EngineConnection = EngineConnection()
    claude: EngineConnection = EngineConnection()
    compatible: EngineConnection = EngineConnection()
    prices: dict[str, ModelPrice] = {}
    plan_share: Decimal = Field(default=Decimal("0.5"), gt=0)
    free_allowance_usd: Decimal = Field(default=Decimal("0.60"), ge=0)
    daily_ceiling_usd: Decimal = Field(default=Decimal(100), ge=0)
    daily_share: Decimal = Field(default=Decimal("0.25"), gt=0, le=1)
    watch_daily_usd: Decimal = Field(default=Decimal(1), ge=0)
    attempts: int = Field(default=4, ge=1, le=10)
    answer_deadline_s: float = Field(default=240.0, gt=0)
    circuit_failures: int = Field(default=5, ge=1)
    circuit_open_s: float = Field(default=15.0, gt=0)
    circuit_patience_s: float = Field(default=30.0, ge=0)
    tests_per_hour: int = Field(default=20, ge=1)


class StripeSettings(BaseModel):
    """Online payment. Without `secret_key` it is not configured and nothing pretends to charge.

    Several webhook secrets are accepted while one replaces another; `base_url` is for a stand-in.
    `timeout_s` is for one call with all its tries, `answer_s` for all calls that one answer to a
    customer needs, and after a change for each. A call that waited `circuit_silence_s` for nothing
    opens the circuit alone when nobody else was answered meanwhile.
    """

    secret_key: SecretStr = SecretStr("")
    webhook_secrets: Annotated[tuple[SecretStr, ...], NoDecode] = ()
    base_url: str = ""
    connect_timeout_s: float = Field(default=3.0, gt=0)
    timeout_s: float = Field(default=10.0, gt=0)
    answer_s: float = Field(default=4.0, gt=0)
    retries: int = Field(default=1, ge=0, le=5)
    circuit_failures: int = Field(default=3, ge=1)
    circuit_silence_s: float = Field(default=3.0, gt=0)
    circuit_open_s: float = Field(default=15.0, ge=0)

    _parse = field_validator("webhook_secrets", mode="before")(split_list)

    @property
    def configured(self) -> bool:
        """Whether customers can pay online."""
        return bool(self.secret_key.get_secret_value())


class BillingSettings(BaseModel):
    """`manual_self_service` lets customers ask for a plan by hand where they could pay online."""

    manual_self_service: bool = False


class MetricsSettings(BaseModel):
    """Where Prometheus reads a process's metrics; port 0 shows them nowhere.

    `old_names` shows each metric also under the name it had before all began with `presence_`.
    """

    host: str = "127.0.0.1"
    port: int = Field(default=0, ge=0, le=65_535)
    old_names: bool = True


class StaffProviderSettings(GoogleSettings):
    """Staff's own OpenID Connect provider; where it is set up, it is the way into the console.

    Whoever comes without `mfa` in the token's `amr` is asked for a code of their authenticator app;
    `second_factor: provider` leaves the second factor to a provider that does not say so.
    """

    issuer: str = ""
    second_factor: Literal["asked", "provider"] = "asked"


class ConsoleSettings(BaseModel):
    """Where staff work. Port 0 is the one after the product's; `dist` is the built console.

    A session that nobody used for `idle_minutes` is over.
    """

    port: int = Field(default=0, ge=0, le=65_535)
    public_url: str = ""
    dist: Path | None = None
    idle_minutes: int = Field(default=30, ge=1, le=480)
    oidc: StaffProviderSettings = StaffProviderSettings()


class SlackSettings(BaseModel):
    """Servers whose incoming webhooks a workspace may connect."""

    hosts: Annotated[tuple[str, ...], NoDecode] = ("hooks.slack.com", "hooks.slack-gov.com")

    _parse = field_validator("hosts", mode="before")(split_list)


class MaintenanceSettings(BaseModel):
    """Work on the service that every screen announces while `message` is a sentence.

    While `closed`, every call is answered 503 with Retry-After and screens wait.
    """

    message: str = ""
    closed: bool = False
    starts_at: datetime | None = None
    ends_at: datetime | None = None


class Settings(BaseSettings):
    """All groups. `environment` other than development refuses placeholder secrets.

    `mail_requests` limits the mails somebody can make us send to one address, `invitation_mails`
    those to other people's (a team of the largest plan is invited in one go), `resets` the work of
    somebody who tries links of such mails. `isolation` is what a kernel has to grant before a file
    or a page of somebody else's is read: full adds Landlock to seccomp. `clock_ahead` is for tests
    and refused in production: a file with the seconds by which the calendar runs ahead.
    """

    model_config = SettingsConfigDict(env_prefix="PRESENCE_", env_nested_delimiter="__")

    environment: Literal["development", "production"] = "development"
    state_dir: Path = Path(".presence")
    log_level: str = "info"
    clock_ahead: Path | None = None
    isolation: Literal["seccomp", "full"] = "seccomp"
    database: DatabaseSettings = DatabaseSettings()
    http: HttpSettings = HttpSettings()
    session: SessionSettings = SessionSettings()
    throttle: ThrottleSettings = ThrottleSettings()
    guesses: GuessSettings = GuessSettings()
    mail_requests: ThrottleSettings = ThrottleSettings(per_account=10)
    invitation_mails: ThrottleSettings = ThrottleSettings(per_pair=30, per_account=60)
    resets: ThrottleSettings = ThrottleSettings(per_pair=30, per_account=60)
    rates: RateSettings = RateSettings()
    outbound: OutboundSettings = OutboundSettings()
    analysis: AnalysisSettings = AnalysisSettings()
    worker: WorkerSettings = WorkerSettings()
    secrets: SecretSettings = SecretSettings()
    engines: EngineSettings = EngineSettings()
    stripe: StripeSettings = StripeSettings()
    billing: BillingSettings = BillingSettings()
    mail: MailSettings = MailSettings()
    google: GoogleSettings = GoogleSettings()
    slack: SlackSettings = SlackSettings()
    maintenance: MaintenanceSettings = MaintenanceSettings()
    legal: LegalSettings = LegalSettings()
    console: ConsoleSettings = ConsoleSettings()
    metrics: MetricsSettings = MetricsSettings()
    telemetry: TelemetrySettings = TelemetrySettings()
    revision: str = "development"

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it, outside production: mails may be shown."""
        loopback = {"127.0.0.1", "::1", "localhost"}
        return self.environment == "development" and self.http.host in loopback

    @property
    def sends_mail(self) -> bool:
        """Whether mails leave this product, or are kept where its owner reads them."""
        return bool(self.mail.host) or self.is_local

    @property
    def console_port(self) -> int:
        """Where the console listens."""
        return self.console.port or self.http.port + 1

    @property
    def console_http(self) -> HttpSettings:
        """The console's side of `http`: an address, and so origins and cookies, of its own."""
        return self.http.model_copy(
            update={
                "port": self.console_port,
                "public_url": self.console.public_url,
                "allowed_origins": (),
                "web_dist": self.console.dist,
            }
        )
