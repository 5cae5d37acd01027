{{/* Names, labels and words. Invariant: selectors never hold a label that changes with a release. */}}

{{- define "presence.title" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "presence.fullname" -}}
{{- $title := include "presence.title" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains $title .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $title | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* (root, component) */}}
{{- define "presence.name" -}}
{{ include "presence.fullname" .root }}-{{ .component }}
{{- end -}}

{{/* What selects a component's pods. (root, component) */}}
{{- define "presence.selector" -}}
app.kubernetes.io/name: {{ include "presence.title" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Any text as the value of a label: at most 63 characters of those that are allowed. */}}
{{- define "presence.labelValue" -}}
{{- regexReplaceAll "[^A-Za-z0-9_.-]" . "_" | trunc 63 | trimAll "-_." -}}
{{- end -}}

{{/* Labels of every object. (root, component, and optionally labels that may not replace ours) */}}
{{- define "presence.labels" -}}
{{- $own := include "presence.selector" . | fromYaml -}}
{{- $_ := set $own "app.kubernetes.io/version" (include "presence.labelValue" (include "presence.tag" .root)) -}}
{{- $_ := set $own "app.kubernetes.io/managed-by" .root.Release.Service -}}
{{- $_ := set $own "helm.sh/chart" (include "presence.labelValue" (printf "%s-%s" .root.Chart.Name .root.Chart.Version)) -}}
{{- mergeOverwrite (dict) (.root.Values.commonLabels | default dict) (.labels | default dict) $own | toYaml -}}
{{- end -}}

{{/*
metadata of an object: (root, component), and optionally name instead of the component's, namespace,
labels and annotations.
*/}}
{{- define "presence.metadata" -}}
name: {{ .name | default (include "presence.name" .) }}
namespace: {{ .namespace | default .root.Release.Namespace }}
labels:
  {{- include "presence.labels" . | nindent 2 }}
{{- with mergeOverwrite (dict) (.root.Values.commonAnnotations | default dict) (.annotations | default dict) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Annotations of what comes before the rest: (root, weight of the hook, wave). */}}
{{- define "presence.early" -}}
{{- $hooks := .root.Values.hooks -}}
{{- if $hooks.enabled -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-weight: {{ .weight | quote }}
helm.sh/hook-delete-policy: before-hook-creation
{{- else if $hooks.syncWaves -}}
argocd.argoproj.io/sync-wave: {{ .wave | quote }}
{{- end -}}
{{- end -}}

{{/* A number or a word as text; whole numbers never as 1e+06, as which Helm reads a million. */}}
{{- define "presence.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) -}}{{ printf "%.0f" . }}{{- else -}}{{ toString . }}{{- end -}}
{{- end -}}

{{/* The tag of all images; "+" and whatever else no tag may hold becomes "_". */}}
{{- define "presence.tag" -}}
{{ .Values.image.tag | default (regexReplaceAll "[^A-Za-z0-9_.-]" .Chart.AppVersion "_" | trunc 128) }}
{{- end -}}

{{/* Full reference of an image; a digest wins over the tag. (root, image) */}}
{{- define "presence.image" -}}
{{- $registry := .root.Values.image.registry | default .root.Values.global.imageRegistry -}}
{{- $name := ternary (printf "%s/%s" $registry .image.repository) .image.repository (not (empty $registry)) -}}
{{- if .image.digest -}}
{{- printf "%s@%s" $name .image.digest -}}
{{- else -}}
{{- printf "%s:%s" $name (.image.tag | default (include "presence.tag" .root)) -}}
{{- end -}}
{{- end -}}

{{/* Where people reach the product. */}}
{{- define "presence.publicUrl" -}}
{{- .Values.publicUrl | default (printf "https://%s" .Values.ingress.host) | trimSuffix "/" -}}
{{- end -}}

{{/* Where staff reach the console. */}}
{{- define "presence.consoleUrl" -}}
{{- .Values.operator.publicUrl | default (printf "https://%s" .Values.ingress.console.host) | trimSuffix "/" -}}
{{- end -}}

{{/* Where runbooks are, without a slash at the end: the console serves those of its version. */}}
{{- define "presence.runbooks" -}}
{{- if .Values.metrics.rules.runbookBaseUrl -}}
{{- printf "%s/runbooks" (.Values.metrics.rules.runbookBaseUrl | trimSuffix "/") -}}
{{- else if .Values.operator.enabled -}}
{{- printf "%s/runbooks" (include "presence.consoleUrl" .) -}}
{{- end -}}
{{- end -}}

{{/* The uid of a dashboard in this release, so that two of one Grafana do not replace each other: (root, uid). */}}
{{- define "presence.dashboardUid" -}}
{{- printf "%s-%s" .uid (printf "%s/%s" .root.Release.Namespace (include "presence.fullname" .root) | sha256sum | trunc 8) -}}
{{- end -}}

{{/* "true" where services have IPv6 addresses, so that pods have to listen on theirs. */}}
{{- define "presence.listensOnIpv6" -}}
{{- if has "IPv6" .Values.service.ipFamilies -}}true{{- end -}}
{{- end -}}
