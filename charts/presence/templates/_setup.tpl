{{/* A command that runs once after each installation and upgrade: (root, component, args, invitation). */}}
{{- define "presence.setup" -}}
{{- $c := merge (dict "values" .root.Values.migration) . -}}
{{- $options := include "presence.options" $c | fromYaml -}}
{{- $pod := dict
  "image" .root.Values.image.python
  "settings" true
  "database" true
  "environment" (include "presence.environment" $c | trim)
  "writable" (dict "state" "/var/lib/presence" "tmp" "/tmp")
  "restart" "Never"
-}}
{{- $spec := include "presence.pod" (merge $pod $c) -}}
{{- $name := include "presence.name" $c -}}
{{- $late := dict -}}
{{- if .root.Values.hooks.enabled -}}
{{- $late = dict "helm.sh/hook" "post-install,post-upgrade" "helm.sh/hook-delete-policy" "before-hook-creation" -}}
{{- else -}}
{{- $name = printf "%s-%s" $name ($spec | sha256sum | trunc 10) -}}
{{- if .root.Values.hooks.syncWaves -}}{{- $late = dict "argocd.argoproj.io/sync-wave" "1" -}}{{- end -}}
{{- end -}}
apiVersion: batch/v1
kind: Job
metadata:
  {{- include "presence.metadata" (merge (dict "name" $name "annotations" (merge $late $options.annotations)) $c) | nindent 2 }}
spec:
  backoffLimit: {{ int64 .root.Values.migration.attempts }}
  activeDeadlineSeconds: {{ int64 .root.Values.migration.deadlineSeconds }}
  {{- with int64 .root.Values.migration.ttlSecondsAfterFinished }}
  ttlSecondsAfterFinished: {{ . }}
  {{- end }}
  template:
    metadata:
      labels:
        {{- include "presence.labels" (merge (dict "labels" $options.podLabels) $c) | nindent 8 }}
      {{- with $options.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- $spec | nindent 6 }}
---
{{ include "presence.serviceAccount" $c }}
{{- end -}}
