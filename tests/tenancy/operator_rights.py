"""What the console's role may read and change, table by table and column by column.

A column that a migration adds fails until it is written here, which is the moment to ask whether
support needs to see it. Invariant: nothing is derived from the database or from the migrations.
"""

from __future__ import annotations

# What it may change, and nothing else: each is needed by an action of the console.
WRITES = {
    "api_key": {"DELETE"},
    "approval": {"INSERT", "UPDATE"},
    "audit_log": {"INSERT"},
    "checkout": {"UPDATE"},
    "delivery": {"UPDATE"},
    "endpoint": {"UPDATE"},
    "engine_switch": {"INSERT", "UPDATE"},
    "engine_test": {"INSERT"},
    "feature_exception": {"INSERT", "UPDATE", "DELETE"},
    "feature_flag": {"UPDATE"},
    "key_check": {"INSERT", "UPDATE"},
    "impersonation": {"INSERT", "UPDATE", "DELETE"},
    "invitation": {"UPDATE"},
    "invitation_link": {"INSERT"},
    "limit_override": {"INSERT", "UPDATE", "DELETE"},
    "login_session": {"DELETE"},
    "mail": {"UPDATE"},
    "membership": {"UPDATE", "DELETE"},
    "one_time_token": {"INSERT", "DELETE"},
    "payments": {"INSERT", "UPDATE"},
    "plan_features": {"INSERT", "UPDATE"},
    "plan_standing": {"INSERT", "UPDATE"},
    "plans": {"INSERT", "UPDATE"},
    "procrastinate_events": {"INSERT", "UPDATE"},
    "procrastinate_jobs": {"INSERT", "UPDATE"},
    "report": {"UPDATE"},
    "run_event": {"INSERT", "DELETE"},
    "share_link": {"UPDATE"},
    "staff": {"INSERT", "UPDATE", "DELETE"},
    "staff_call": {"INSERT", "UPDATE", "DELETE"},
    "staff_device": {"INSERT", "DELETE"},
    "staff_identity": {"INSERT", "DELETE"},
    "staff_mail": {"INSERT", "UPDATE"},
    "staff_note": {"INSERT", "UPDATE", "DELETE"},
    "staff_origin": {"INSERT"},
    "staff_session": {"INSERT", "UPDATE", "DELETE"},
    "stripe_customer": {"INSERT", "UPDATE"},
    "stripe_delivery": {"UPDATE"},
    "subscription_events": {"INSERT"},
    "subscriptions": {"INSERT", "UPDATE"},
    "support_request": {"UPDATE"},
    "users": {"UPDATE"},
    "view_export": {"UPDATE"},
    "workspace": {"UPDATE"},
    "workspace_export": {"INSERT"},
}

# Of these it may change the named columns only; of the others that are in WRITES, any.
UPDATE_COLUMNS = {
    "approval": {"decided_at", "decided_by", "decision_reason", "status"},
    "endpoint": {"digest_at", "digest_covered_until", "failing_since", "reason", "status"},
    "share_link": {"changed_at", "revoked_at"},
    "users": {"is_active"},
}

# Columns it may read; a table that is not named here is closed altogether.
_READS = {
    "alembic_version": "version_num",
    "alert_rule": (
        "active brand_id channels condition cooldown_hours created_at created_by deleted_at id "
        "metric name threshold workspace_id"
    ),
    "answer": (
        "answered_at basis brand_id citations cost_usd created_at engine engine_name error "
        "error_code id input_tokens latency_ms model output_tokens passages prompt_id prompt_key "
        "question raw round run_id sample search_queries status surface text workspace_id"
    ),
    "api_key": (
        "created_at every_workspace expires_at id last_used_at name prefix previous_until scope "
        "user_id workspace_id"
    ),
    "approval": (
        "action created_at decided_at decided_by decision_reason expires_at facts id label reason "
        "requested_by seal status subject_id target"
    ),
    "audit_log": (
        "action actor_id actor_name address after before created_at id on_behalf_of reason "
        "staff_id target via workspace_id"
    ),
    "brand": (
        "aliases audience_score basis created_at deleted_at description id is_common_word "
        "is_primary language market name overall_score owned_prefixes pause_reason scored_at "
        "source status tag_lines target_audience tone website_url workspace_id"
    ),
    "business_info": (
        "address1 address2 business_description business_name business_type city created_at draft "
        "email id language location phone postal_code target_audience updated_at user_id "
        "website_url wizard_completed workspace_id"
    ),
    "checkout": (
        "billing_frequency created_at id kind plan_id session_id status user_id was_upgrade "
        "workspace_id"
    ),
    "delivery": (
        "attempts created_at delivered_at endpoint_id id kind message_id next_at payload round "
        "status workspace_id"
    ),
    "delivery_attempt": (
        "answer created_at delivery_id duration_ms error id number status_code workspace_id"
    ),
    "digest": "cadence covered_until created_at frequency next_at time_zone user_id",
    "endpoint": (
        "created_at created_by digest_at digest_covered_until events failing_since former_until "
        "id kind name reason status succeeded_at url workspace_id"
    ),
    "engine_switch": "changed_at enabled engine model monthly_cap_usd",
    "engine_test": (
        "answer asked_at cost_usd created_at engine error_code finished_at id input_tokens "
        "latency_ms message model output_tokens staff_id state"
    ),
    "engine_usage": (
        "answer_key asked_at cost_usd engine error_code id input_tokens key_source model "
        "output_tokens run_id searches status workspace_id"
    ),
    "engine_watch_answer": "asked_at canary domains features model text watch_id",
    "engine_watch_break": (
        "began_on created_at declared_on distance engine estimate evidence id language models "
        "number"
    ),
    "engine_watch_day": (
        "answers cost_usd created_at day distance engine evidence id judged_at language model "
        "next_at p passes reference_days since state"
    ),
    "feature_exception": "created_at created_by enabled expires_at flag reason workspace_id",
    "feature_flag": (
        "changed_at changed_by created_at description enabled expires_at key owner_id percent "
        "plans reason"
    ),
    "google_identity": "created_at email user_id",
    "impersonation": (
        "created_at ended_at ends_at id link_expires_at link_hash mode reason staff_id started_at "
        "ticket user_id workspace_id write_reason"
    ),
    "key_check": "id sealed written_at",
    "invitation": (
        "accepted_at created_at email expires_at id invited_by revoked_at role sending_id sent_at "
        "workspace_id"
    ),
    "limit_override": "created_at expires_at feature id reason value workspace_id",
    "login_session": (
        "address created_at expires_at id impersonation_id last_seen_at user_agent user_id "
        "workspace_id"
    ),
    "mail": (
        "attempts created_at error id recipient sent_at status subject subject_id template "
        "user_id workspace_id"
    ),
    "membership": "created_at last_active_at paused payer_id role user_id workspace_id",
    "notification": "brand_id created_at data id kind read_at subject_id user_id workspace_id",
    "offer_correction": ("brand_id created_at id in_catalogue language slot value workspace_id"),
    "one_time_token": "address created_at expires_at id previous purpose used_at user_id",
    "payments": (
        "amount created_at currency id metadata paid_at processor processor_payment_id "
        "processor_payment_method_id status subscription_id user_id workspace_id"
    ),
    "plan_features": "created_at feature_name feature_value id plan_id",
    "plan_standing": "plan_id since workspace_id",
    "plans": "billing_frequency created_at description features id is_active name price",
    "procrastinate_events": "at id job_id type",
    "procrastinate_jobs": (
        "abort_requested args attempts id lock priority queue_name queueing_lock scheduled_at "
        "status task_name tenant worker_id"
    ),
    "procrastinate_workers": "id last_heartbeat",
    "prompt": (
        "brand_id branded created_at folded id intent interpretation key lineage_id locale origin "
        "position status text topic version workspace_id"
    ),
    "report": (
        "brand_id changed_at created_at expires_at failure file_id first format gap_id id last "
        "locale ready_at sections size started_at status user_id workspace_id"
    ),
    "run": (
        "advised basis brand_id changes created_at done ended_as engines failure finished_at "
        "first_score_at heartbeat_at id job_id kind lease panel_number panel_size "
        "panel_version reading revision round samples seed stage stages started_at status "
        "total total_answers trigger valid_answers verdict versions workspace_id"
    ),
    "run_event": "created_at data event id run_id workspace_id",
    "run_schedule": (
        "anchor_at brand_id cadence created_at held_until last_started_at next_run_at "
        "skipped_at skipped_reason workspace_id"
    ),
    "passkey": "created_at user_id",
    "second_factor": "confirmed_at created_at user_id",
    "share_link": (
        "brand_id changed_at created_at days expires_at first id last last_viewed_at name "
        "revoked_at sections user_id views workspace_id"
    ),
    "staff": (
        "created_at email id invitation_expires_at invitation_hash invitation_id invited_by "
        "last_login_at last_step name password_hash power_since role status totp_key"
    ),
    "staff_call": "body created_at fingerprint headers key route staff_id status",
    "staff_device": "created_at staff_id token_hash",
    "staff_identity": "created_at staff_id subject",
    "staff_mail": (
        "attempts created_at error facts id next_at sent_at staff_id status subject_id template"
    ),
    "staff_note": "created_at id staff_id target text",
    "staff_origin": "approved_by created_at id kind requested_by staff_id",
    "staff_session": (
        "address created_at expires_at id last_seen_at provider_subject staff_id step token_hash "
        "user_agent"
    ),
    "stripe_customer": (
        "asked created_at customer_id drift id reconciled_at replaced settled settled_at "
        "workspace_id"
    ),
    "stripe_delivery": (
        "attempts customer_id error event_id event_type happened_at id next_attempt_at "
        "processed_at received_at state workspace_id"
    ),
    "subscription_events": "created_at event_data event_type id subscription_id workspace_id",
    "subscriptions": (
        "access_until billing_frequency cancel_at_period_end created_at current_period_end "
        "current_period_start end_date id metadata plan_id processor processor_customer_id "
        "processor_subscription_id start_date status trial_end trial_start updated_at user_id "
        "workspace_id"
    ),
    "support_request": (
        "answer answered_at assignee_id billing_frequency created_at id message page plan_id "
        "request_id status topic user_id workspace_id"
    ),
    "technical_finding": (
        "action bots brand_id checked_at code created_at effort evidence fix group id impact "
        "impact_value issue key number page pages policy_choice run_id status type workspace_id"
    ),
    "users": (
        "created_at deletion_at email email_verified first_name id is_active last_name locale "
        "metadata phone time_zone"
    ),
    "view_export": (
        "brand_id changed_at created_at done expires_at failure file_id filters format id "
        "ready_at resource size started_at status total user_id workspace_id"
    ),
    "workspace": (
        "created_at deleted_at example_from example_of id name paused_at refuse_common_passwords"
        " require_second_factor seats_settled_at time_zone"
    ),
    "workspace_export": (
        "created_at expires_at file_id id ready_at size staff_id status workspace_id"
    ),
}
READS = {table: set(columns.split()) for table, columns in _READS.items()}

# Tables with columns that prove who somebody is: granted column by column, the others whole.
READS_BY_COLUMN = {
    "api_key",
    "endpoint",
    "google_identity",
    "login_session",
    "one_time_token",
    "passkey",
    "second_factor",
    "share_link",
    "users",
}
