{{/*
The pod, written once for every component, and the deployment around it.
Invariant: the product's container keeps Pod Security "restricted" with a read-only root, whatever
the values say.

Both take a dict: root, component, values (the component's own), image, and optionally
  args       list of arguments of the image's entry point (of command, where there is one)
  port       number people reach; metrics: number of the metrics port
  health     (port, live, ready) of the probes; none for a pod that ends
  settings   true when it reads the settings
  writable   directory name → mount path, each an empty volume
  listens    true when it reads where to listen from a file
  database   true when it talks to the database
  restart    restart policy, Always without
  exempt     checks of kube-score that do not apply, on the deployment
  grace      seconds it needs to end, without the preStop delay
*/}}

{{- define "presence.pod" -}}
{{- $root := .root -}}
{{- $options := include "presence.options" . | fromYaml -}}
{{- $authority := $root.Values.secrets.databaseAuthority -}}
{{- $verifies := and .database $authority.name -}}
{{- $listens := and .listens (include "presence.listensOnIpv6" $root) -}}
serviceAccountName: {{ include "presence.account" (merge (dict "options" $options) .) }}
automountServiceAccountToken: {{ $options.serviceAccountToken }}
enableServiceLinks: false
{{- with include "presence.pullSecrets" $root }}
imagePullSecrets:
  {{- . | nindent 2 }}
{{- end }}
{{- with .restart }}
restartPolicy: {{ . }}
{{- end }}
{{- if .health }}
terminationGracePeriodSeconds: {{ add $root.Values.drain.preStopSeconds .grace 5 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with $root.Values.user }}
  runAsUser: {{ int64 . }}
  runAsGroup: {{ int64 . }}
  fsGroup: {{ int64 . }}
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
  {{- with omit $options.podSecurityContext "runAsNonRoot" "runAsUser" "runAsGroup" "fsGroup" "seccompProfile" }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- range $name := list "dnsPolicy" "dnsConfig" "hostAliases" "schedulerName" "runtimeClassName" "priorityClassName" "nodeSelector" "tolerations" "affinity" }}
{{- with get $options $name }}
{{- dict $name . | toYaml | nindent 0 }}
{{- end }}
{{- end }}
{{- if .health }}
topologySpreadConstraints:
  {{- include "presence.spread" (merge (dict "constraints" $options.topologySpreadConstraints) .) | nindent 2 }}
{{- end }}
{{- with $options.initContainers }}
initContainers:
  {{- include "presence.containers" (dict "containers" .) | nindent 2 }}
{{- end }}
containers:
  - name: {{ .component }}
    image: {{ include "presence.image" . }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    {{- with .command }}
    command:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    {{- with .args }}
    args:
      {{- toYaml . | nindent 6 }}
    {{- end }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    {{- if or .settings $options.envFrom }}
    envFrom:
      {{- if .settings }}
      - configMapRef:
          name: {{ include "presence.fullname" $root }}-settings
      {{- end }}
      {{- with $options.envFrom }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    {{- end }}
    {{- if or .environment $options.extraEnv }}
    env:
      {{- with .environment }}
      {{- . | nindent 6 }}
      {{- end }}
      {{- with $options.extraEnv }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    {{- end }}
    {{- if or .port .metrics .health }}
    ports:
      {{- with .port }}
      - name: http
        containerPort: {{ . }}
      {{- end }}
      {{- if and .health (not (has (toString .health.port) (list (toString .port) (toString .metrics)))) }}
      - name: health
        containerPort: {{ .health.port }}
      {{- end }}
      {{- with .metrics }}
      - name: metrics
        containerPort: {{ . }}
      {{- end }}
    {{- end }}
    {{- with .health }}
    startupProbe:
      {{- include "presence.probe" (dict "path" .live "port" .port "times" $options.probes.startup) | nindent 6 }}
    livenessProbe:
      {{- include "presence.probe" (dict "path" .live "port" .port "times" $options.probes.liveness) | nindent 6 }}
    readinessProbe:
      {{- include "presence.probe" (dict "path" .ready "port" .port "times" $options.probes.readiness) | nindent 6 }}
    lifecycle:
      preStop:
        sleep:
          seconds: {{ $root.Values.drain.preStopSeconds }}
    {{- end }}
    resources:
      {{- toYaml $options.resources | nindent 6 }}
    {{- if or .writable $verifies $options.extraVolumeMounts }}
    volumeMounts:
      {{- range $name, $path := .writable }}
      - name: {{ $name }}
        mountPath: {{ $path }}
      {{- end }}
      {{- if $verifies }}
      - name: database-authority
        mountPath: /etc/presence/database
        readOnly: true
      {{- end }}
      {{- if $listens }}
      - name: listen
        mountPath: /etc/presence
        readOnly: true
      {{- end }}
      {{- if .invitation }}
      - name: invitation
        mountPath: /etc/presence/invitation
        readOnly: true
      {{- end }}
      {{- with $options.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    {{- end }}
  {{- with $options.sidecars }}
  {{- include "presence.containers" (dict "containers" .) | nindent 2 }}
  {{- end }}
{{- if or .writable $verifies $options.extraVolumes }}
volumes:
  {{- range $name, $path := .writable }}
  - name: {{ $name }}
    emptyDir:
      sizeLimit: {{ $options.scratch | default "64Mi" }}
  {{- end }}
  {{- if $verifies }}
  - name: database-authority
    secret:
      secretName: {{ $authority.name }}
      items:
        - key: {{ $authority.key }}
          path: ca.crt
  {{- end }}
  {{- with .invitation }}
  - name: invitation
    secret:
      secretName: {{ .name }}
      items:
        - key: {{ .key }}
          path: token
  {{- end }}
  {{- if $listens }}
  - name: listen
    configMap:
      name: {{ include "presence.fullname" $root }}-listen
  {{- end }}
  {{- with $options.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "presence.deployment" -}}
{{- $options := include "presence.options" . | fromYaml -}}
{{- $annotations := mergeOverwrite (dict) $options.annotations -}}
{{- with .exempt }}{{- $_ := set $annotations "kube-score/ignore" . -}}{{- end -}}
{{- $onPods := dict "kubectl.kubernetes.io/default-container" .component -}}
{{- if .settings }}{{- $_ := set $onPods "presence/settings" (include "presence.settings" .root | sha256sum) -}}{{- end -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "presence.metadata" (merge (dict "annotations" $annotations) .) | nindent 2 }}
spec:
  {{- if not (include "presence.scaled" .) }}
  replicas: {{ .values.replicas }}
  {{- end }}
  revisionHistoryLimit: {{ int64 $options.revisionHistoryLimit }}
  {{- with int64 $options.minReadySeconds }}
  minReadySeconds: {{ . }}
  {{- end }}
  strategy:
    {{- with $options.strategy }}
    {{- toYaml . | nindent 4 }}
    {{- else }}
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
    {{- end }}
  selector:
    matchLabels:
      {{- include "presence.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "presence.labels" (merge (dict "labels" $options.podLabels) .) | nindent 8 }}
      annotations:
        {{- mergeOverwrite (dict) $options.podAnnotations $onPods | toYaml | nindent 8 }}
    spec:
      {{- include "presence.pod" . | nindent 6 }}
{{- end -}}

{{/* "true" when something else decides how many pods there are. (values) */}}
{{- define "presence.scaled" -}}
{{- $scaling := .values.autoscaling | default dict -}}
{{- if or $scaling.enabled (and $scaling.mode (ne $scaling.mode "none")) -}}true{{- end -}}
{{- end -}}

{{/* A Python component: (root, component, values, args, port, health). */}}
{{- define "presence.python" -}}
{{- $metrics := ternary 9464 nil .root.Values.metrics.enabled -}}
{{- $common := dict
  "image" .root.Values.image.python
  "settings" true
  "database" true
  "environment" (include "presence.environment" . | trim)
  "metrics" $metrics
  "writable" (dict "state" "/var/lib/presence" "tmp" "/tmp")
-}}
{{- include "presence.deployment" (merge $common .) -}}
{{- end -}}

{{/* A front end, static files behind nginx: (root, component, values, image). */}}
{{- define "presence.frontEnd" -}}
{{- $common := dict
  "port" 8080
  "health" (dict "port" 8080 "live" "/-/healthz" "ready" "/-/readyz")
  "grace" 10
  "listens" true
  "writable" (dict "tmp" "/tmp")
-}}
{{- include "presence.deployment" (merge $common .) -}}
{{- end -}}
