"""Cases of the alerts on what it runs on: database, backups, pods, heartbeats, invariants."""

from __future__ import annotations

from tests.alerts.case import Case

SYNC = "presence_postgres_synchronous_standbys"
SWEEP = "presence_scheduler_last_sweep_timestamp_seconds"
HPA = "kube_horizontalpodautoscaler_"
AUTOSCALER = '{horizontalpodautoscaler="presence-api"}'
OF_QUEUE = '{horizontalpodautoscaler="keda-hpa-presence-worker"}'
RESTARTS = "kube_pod_container_status_restarts_total"
VOLUME = '{persistentvolumeclaim="presence-database-1"}'
FREE, SIZE = (
    f"kubelet_volume_stats_available_bytes{VOLUME}",
    f"kubelet_volume_stats_capacity_bytes{VOLUME}",
)
BACKUP = 'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{pod="presence-database-1"}'
OLD_BACKUP = 'cnpg_collector_last_available_backup_timestamp{pod="presence-database-1"}'

OF_INSTALLATION: dict[str, Case] = {
    "PresencePostgresConnections": Case(
        {
            'presence_postgres_connections{state="active"}': "40x20",
            'presence_postgres_connections{state="idle"}': "48x20",
            "presence_postgres_connections_max": "100x20",
        },
        (
            {
                'presence_postgres_connections{state="active"}': "40x20",
                'presence_postgres_connections{state="idle"}': "40x20",
                "presence_postgres_connections_max": "100x20",
            },
        ),
        "15m",
    ),
    "PresencePostgresReplication": Case(
        {"presence_postgres_replication_lag_seconds": "90x20"},
        ({"presence_postgres_replication_lag_seconds": "10x20"}, {}),
        "15m",
    ),
    "PresencePostgresSynchronous": Case(
        {f"{SYNC}_wanted": "1x20", SYNC: "2x5 0x14"},
        (
            {f"{SYNC}_wanted": "1x20", SYNC: "1x20"},
            # none is configured
            {f"{SYNC}_wanted": "0x20", SYNC: "0x20", "presence_postgres_standbys": "0x20"},
            # another one takes over
            {f"{SYNC}_wanted": "1x20", SYNC: "1x13 0 1x5"},
            # somebody follows, and the auditor may not see how
            {f"{SYNC}_wanted": "1x20", "presence_postgres_standbys": "1x20"},
            {},
        ),
        "15m",
        also=({f"{SYNC}_wanted": "2x20", SYNC: "1x20", "presence_postgres_standbys": "4x20"},),
    ),
    "PresencePostgresDisk": Case(
        {FREE: "10x30", SIZE: "100x30"},
        (
            {FREE: "40x30", SIZE: "100x30"},
            {  # somebody else's volume
                FREE.replace("presence-database", "registry"): "10x30",
                SIZE.replace("presence-database", "registry"): "100x30",
            },
        ),
        "20m",
    ),
    "PresencePostgresLongTransaction": Case(
        {"presence_postgres_longest_transaction_seconds": "0+60x20"},
        ({"presence_postgres_longest_transaction_seconds": "500x20"},),
        "15m",
    ),
    "PresenceCertificateExpires": Case(
        {'certmanager_certificate_expiration_timestamp_seconds{name="w"}': "1000000x90"},
        ({'certmanager_certificate_expiration_timestamp_seconds{name="w"}': "2000000x90"},),
        "80m",
        also=(
            {  # scraped without honouring its own label
                "certmanager_certificate_expiration_timestamp_seconds"
                '{name="w",namespace="cert-manager",exported_namespace="presence"}': "1000000x90"
            },
        ),
    ),
    "PresenceBackupOld": Case(
        {BACKUP: "0x170"},
        (
            {BACKUP: "0x80 48000x90"},
            {OLD_BACKUP: "0x80 48000x90"},
            {BACKUP: "0x80 48000x90", OLD_BACKUP: "0x170"},
        ),
        "1650m",
        step="10m",
        also=({OLD_BACKUP: "0x170"},),
        absent=True,
    ),
    "PresenceRestoreUntested": Case(
        {'kube_cronjob_status_last_successful_time{cronjob="restore-drill"}': "0x210"},
        ({'kube_cronjob_status_last_successful_time{cronjob="restore-drill"}': "0+3600x210"},),
        "200h",
        step="1h",
        absent=True,
    ),
    "PresenceSsrfBlocks": Case(
        {"presence_crawl_ssrf_blocked_total": "0+5x30"},
        ({"presence_crawl_ssrf_blocked_total": "0+1x30"},),
        "20m",
    ),
    "PresenceSchedulerSilent": Case(
        {"presence_scheduler_last_sweep_timestamp_seconds": "0x30"},
        (
            {"presence_scheduler_last_sweep_timestamp_seconds": "0+60x30"},
            {  # one worker hangs, another sweeps
                f'{SWEEP}{{pod="presence-worker-a"}}': "0x30",
                f'{SWEEP}{{pod="presence-worker-b"}}': "0+60x30",
            },
        ),
        "20m",
        absent=True,
    ),
    "PresenceAuditorSilent": Case(
        {"presence_invariant_checked_timestamp_seconds": "0x60"},
        ({"presence_invariant_checked_timestamp_seconds": "0+60x60"},),
        "50m",
        absent=True,
    ),
    "PresenceImpersonationAtNight": Case(  # promtool's clock begins on a Thursday at midnight
        {"presence_impersonations_active": "1x30"},
        (
            {"presence_impersonations_active": "0x30"},
            {"presence_impersonations_active": "_x600 1x60"},
        ),
        "20m",
    ),
    "PresenceCrashLoop": Case(
        {f'{RESTARTS}{{container="api"}}': "0 0 1 2 3 4x20"},
        (
            {f'{RESTARTS}{{container="api"}}': "0x5 1x20"},
            {f'{RESTARTS}{{container="other"}}': "0+1x30"},
        ),
        "12m",
    ),
    "PresenceAutoscalerAtMax": Case(
        {
            f"{HPA}status_current_replicas{AUTOSCALER}": "6x30",
            f"{HPA}spec_max_replicas{AUTOSCALER}": "6x30",
        },
        (
            {
                f"{HPA}status_current_replicas{AUTOSCALER}": "5x30",
                f"{HPA}spec_max_replicas{AUTOSCALER}": "6x30",
            },
        ),
        "25m",
        also=(
            {
                f"{HPA}status_current_replicas{OF_QUEUE}": "15x30",
                f"{HPA}spec_max_replicas{OF_QUEUE}": "15x30",
            },
        ),
    ),
    "PresenceSafetyInvariantBroken": Case(
        {'presence_invariant_violations{invariant="answer-of-another-workspace"}': "0x5 1x10"},
        (
            {'presence_invariant_violations{invariant="answer-of-another-workspace"}': "0x20"},
            {'presence_invariant_violations{invariant="mail-forgotten"}': "1x20"},
        ),
        "8m",
    ),
    "PresenceInvariantBroken": Case(
        {'presence_invariant_violations{invariant="mail-forgotten"}': "1x30"},
        (
            {'presence_invariant_violations{invariant="mail-forgotten"}': "0x30"},
            {'presence_invariant_violations{invariant="mail-forgotten"}': "0x20 1x10"},
        ),
        "25m",
    ),
}  # fmt: skip
