{{/* Pieces of every workload. Invariant: the same restricted pod as the product's, one container. */}}

{{- define "platform.labels" -}}
app.kubernetes.io/name: platform
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}

{{- define "platform.metadata" -}}
name: {{ .root.Release.Name }}-{{ .name }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "platform.labels" . | nindent 2 }}
{{- end -}}

{{- define "platform.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{/*
(root, name, image, user) and optionally
  port, alive, ready   what is asked for its health: paths, the port itself without
  command, args
  settings             variable → value, from a ConfigMap of its own
  secrets              variable → key of the Secret <release>-database
  config               mount path → names of ConfigMaps; one that is not there yet is waited for
                       by nobody: its files appear when it does
  writable             list of paths, each an empty volume
  token, memory, account, restart
*/}}
{{- define "platform.pod" -}}
serviceAccountName: {{ .root.Release.Name }}-{{ .account | default "default" }}
automountServiceAccountToken: {{ .token | default false }}
enableServiceLinks: false
{{- with .restart }}
restartPolicy: {{ . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  seccompProfile:
    type: RuntimeDefault
containers:
  - name: {{ .name }}
    image: {{ .image }}
    imagePullPolicy: {{ .root.Values.pullPolicy }}
    {{- with .command }}
    command:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- with .args }}
    args:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- if .settings }}
    envFrom:
      - configMapRef:
          name: {{ .root.Release.Name }}-{{ .name }}-settings
    {{- end }}
    {{- with .secrets }}
    env:
      {{- range $variable, $key := . }}
      - name: {{ $variable }}
        valueFrom:
          secretKeyRef:
            name: {{ $.root.Release.Name }}-database
            key: {{ $key }}
      {{- end }}
    {{- end }}
    {{- if .port }}
    ports:
      - name: main
        containerPort: {{ .port }}
    startupProbe:
      {{- include "platform.asked" .alive | nindent 6 }}
      periodSeconds: 2
      failureThreshold: 60
    livenessProbe:
      {{- include "platform.asked" .alive | nindent 6 }}
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      {{- include "platform.asked" .ready | nindent 6 }}
      periodSeconds: 3
      failureThreshold: 2
    lifecycle:
      preStop:
        sleep:
          seconds: 2
    {{- end }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    resources:
      requests: {cpu: 50m, memory: 64Mi, ephemeral-storage: 64Mi}
      limits: {cpu: "1", memory: {{ .memory | default "512Mi" }}, ephemeral-storage: 2Gi}
    volumeMounts:
      {{- range $i, $path := .writable }}
      - name: writable-{{ $i }}
        mountPath: {{ $path }}
      {{- end }}
      {{- range $i, $path := keys (.config | default dict) | sortAlpha }}
      - name: config-{{ $i }}
        mountPath: {{ $path }}
        readOnly: true
      {{- end }}
volumes:
  {{- range $i, $path := .writable }}
  - name: writable-{{ $i }}
    emptyDir:
      sizeLimit: 1Gi
  {{- end }}
  {{- range $i, $path := keys (.config | default dict) | sortAlpha }}
  - name: config-{{ $i }}
    projected:
      sources:
        {{- range get $.config $path }}
        - configMap:
            name: {{ . }}
            optional: true
        {{- end }}
  {{- end }}
{{- end -}}

{{/* What a probe asks: a path of the main port, or only whether it is open. */}}
{{- define "platform.asked" -}}
{{- if . -}}
httpGet:
  path: {{ . }}
  port: main
{{- else -}}
tcpSocket:
  port: main
{{- end -}}
{{- end -}}

{{/* A workload with its service: the arguments of platform.pod. */}}
{{- define "platform.server" -}}
{{- with .settings -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "platform.metadata" (dict "root" $.root "name" (printf "%s-settings" $.name)) | nindent 2 }}
data:
  {{- toYaml . | nindent 2 }}
---
{{ end -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "platform.metadata" . | nindent 2 }}
spec:
  replicas: 1
  strategy:
    type: Recreate
  selector:
    matchLabels:
      {{- include "platform.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "platform.labels" . | nindent 8 }}
      {{- with .checksum }}
      annotations:
        platform/config: {{ . | sha256sum }}
      {{- end }}
    spec:
      {{- include "platform.pod" . | nindent 6 }}
---
apiVersion: v1
kind: Service
metadata:
  {{- include "platform.metadata" . | nindent 2 }}
spec:
  selector:
    {{- include "platform.selector" . | nindent 4 }}
  ports:
    - name: main
      port: {{ .port }}
      targetPort: main
{{- end -}}

{{/* A role's address: (root, role). The server on a laptop has no certificate. */}}
{{- define "platform.address" -}}
{{- $account := ternary "postgres" .role (eq .role "admin") -}}
postgresql://{{ $account }}:{{ get .root.Values.database.passwords .role }}@{{ .root.Release.Name }}-database.{{ .root.Release.Namespace }}.svc:5432/{{ .root.Values.database.name }}?sslmode=disable
{{- end -}}
