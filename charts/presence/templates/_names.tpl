{{/* Names and labels. Invariant: selectors never hold a label that changes with a release. */}}

{{- define "presence.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* (root, component) */}}
{{- define "presence.name" -}}
{{ include "presence.fullname" .root }}-{{ .component }}
{{- end -}}

{{/* What selects a component's pods. (root, component) */}}
{{- define "presence.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Labels of every object. (root, component) */}}
{{- define "presence.labels" -}}
{{ include "presence.selector" . }}
app.kubernetes.io/version: {{ include "presence.tag" .root | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* metadata of an object named after its component. (root, component) */}}
{{- define "presence.metadata" -}}
name: {{ include "presence.name" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "presence.labels" . | nindent 2 }}
{{- end -}}

{{- define "presence.tag" -}}
{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* Full reference of an image; a digest wins over the tag. (root, image) */}}
{{- define "presence.image" -}}
{{- $registry := .root.Values.image.registry -}}
{{- $name := ternary (printf "%s/%s" $registry .image.repository) .image.repository (ne $registry "") -}}
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
