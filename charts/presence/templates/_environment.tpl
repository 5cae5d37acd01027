{{/*
What the Python processes are told. Invariant: a secret is only ever a reference, and a component
gets the database address of its own role and of no other.
*/}}

{{/* Setting that is a secret → components that use it; one that is not named here goes to all three. */}}
{{- define "presence.secretHolders" -}}
CONSOLE__OIDC__CLIENT_SECRET: [operator]
GOOGLE__CLIENT_SECRET: [api]
MAIL__PASSWORD: [operator, worker]
STRIPE__WEBHOOK_SECRETS: [api]
{{- end -}}

{{/* Component → roles of the database whose address it gets. */}}
{{- define "presence.databaseRoles" -}}
api: [customer]
operator: [operator]
worker: [customer, auditor]
auditor: [auditor]
migration: [owner]
first-admin: [operator]
stripe-setup: [owner]
{{- end -}}

{{/* (name, reference) → one variable from a secret. */}}
{{- define "presence.fromSecret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .reference.name }}
      key: {{ .reference.key }}
{{- end -}}

{{/* List of variables. (root, component) */}}
{{- define "presence.environment" -}}
{{- $component := .component -}}
{{- $secrets := .root.Values.secrets -}}
{{- range get (include "presence.databaseRoles" . | fromYaml) $component }}
{{ include "presence.fromSecret" (dict "name" (printf "PRESENCE_DATABASE__%s_URL" (upper .)) "reference" (get $secrets.database .)) }}
{{- end }}
{{- if eq $component "migration" }}{{/* it runs before the settings are there */}}
- name: PRESENCE_ENVIRONMENT
  value: production
{{- with .root.Values.settings.DATABASE__DIRECT_URL }}
- name: PRESENCE_DATABASE__DIRECT_URL
  value: {{ . | quote }}
{{- end }}
{{- if .root.Values.allowPrivateNetworks }}
- name: PRESENCE_OUTBOUND__ALLOW_PRIVATE
  value: "true"
{{- end }}
{{- end }}
{{- if not (has $component (list "auditor" "migration")) }}
{{- if ne $component "stripe-setup" }}
{{ include "presence.fromSecret" (dict "name" "PRESENCE_SECRETS__KEY" "reference" $secrets.key) }}
{{- end }}
{{- $holders := include "presence.secretHolders" . | fromYaml }}
{{- range $name, $reference := $secrets.settings }}
{{- $holds := list $component }}
{{- if or (eq $component "first-admin") (and (eq $component "stripe-setup") (ne $name "STRIPE__SECRET_KEY")) }}{{ $holds = list }}{{ end }}
{{- if has $component (get $holders $name | default $holds) }}
{{ include "presence.fromSecret" (dict "name" (printf "PRESENCE_%s" $name) "reference" $reference) }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Settings that are no secret, the chart's own first; `settings` of the values win. */}}
{{- define "presence.settings" -}}
{{- $origins := list -}}
{{- range .Values.ingress.workspaceHosts }}{{ $origins = append $origins (printf "https://%s" .) }}{{ end -}}
{{- $everywhere := ternary "::" "0.0.0.0" (not (empty (include "presence.listensOnIpv6" .))) -}}
{{- $own := dict
  "ENVIRONMENT" "production"
  "STATE_DIR" "/var/lib/presence"
  "REVISION" (include "presence.tag" .)
  "HTTP__HOST" $everywhere
  "HTTP__PORT" "8000"
  "HTTP__PUBLIC_URL" (include "presence.publicUrl" .)
  "HTTP__ALLOWED_ORIGINS" (join "," $origins)
  "HTTP__DRAIN_S" .Values.drain.seconds
  "HTTP__FINISH_S" .Values.drain.finishSeconds
  "HTTP__LIMITS__IDLE_S" .Values.keepAliveSeconds
  "WORKER__HEALTH_PORT" "8001"
-}}
{{- if .Values.operator.enabled -}}
{{- $_ := set $own "CONSOLE__PORT" "8000" -}}
{{- $_ := set $own "CONSOLE__PUBLIC_URL" (include "presence.consoleUrl" .) -}}
{{- end -}}
{{- if .Values.allowPrivateNetworks -}}
{{- $_ := set $own "OUTBOUND__ALLOW_PRIVATE" "true" -}}
{{- end -}}
{{- if .Values.metrics.enabled -}}
{{- $_ := set $own "METRICS__HOST" $everywhere -}}
{{- $_ := set $own "METRICS__PORT" "9464" -}}
{{- end -}}
{{- if .Values.tracing.endpoint -}}
{{- $_ := set $own "TELEMETRY__ENDPOINT" .Values.tracing.endpoint -}}
{{- end -}}
{{- range $name, $value := mergeOverwrite $own (deepCopy .Values.settings) }}
PRESENCE_{{ $name }}: {{ include "presence.text" $value | quote }}
{{- end }}
{{- end -}}
