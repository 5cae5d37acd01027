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
(root, name, image, user, port, path) and optionally command, args, env (variable → value), config
(mount path → name of a ConfigMap), writable (list of paths), token, memory, account.
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
    {{- with .env }}
    env:
      {{- range $variable, $value := . }}
      - name: {{ $variable }}
        value: {{ $value | quote }}
      {{- end }}
    {{- end }}
    {{- if .port }}
    ports:
      - name: main
        containerPort: {{ .port }}
    readinessProbe:
      {{- if .path }}
      httpGet:
        path: {{ .path }}
        port: main
      {{- else }}
      tcpSocket:
        port: main
      {{- end }}
      periodSeconds: 3
      failureThreshold: 20
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
      {{- range $path, $name := .config }}
      - name: {{ base $path }}
        mountPath: {{ $path }}
        readOnly: true
      {{- end }}
volumes:
  {{- range $i, $path := .writable }}
  - name: writable-{{ $i }}
    emptyDir:
      sizeLimit: 1Gi
  {{- end }}
  {{- range $path, $name := .config }}
  - name: {{ base $path }}
    configMap:
      name: {{ $name }}
  {{- end }}
{{- end -}}

{{/* A workload with its service: the arguments of platform.pod. */}}
{{- define "platform.server" -}}
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

{{/* A role's address: (root, role). */}}
{{- define "platform.address" -}}
{{- $account := ternary "postgres" .role (eq .role "admin") -}}
postgresql://{{ $account }}:{{ get .root.Values.database.passwords .role }}@{{ .root.Release.Name }}-database.{{ .root.Release.Namespace }}.svc:5432/{{ .root.Values.database.name }}
{{- end -}}
