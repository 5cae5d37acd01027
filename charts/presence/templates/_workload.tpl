{{/*
The pod, written once for every component, and the deployment around it.
Invariant: each pod keeps Pod Security "restricted" with a read-only root, whatever the values say.

Both take a dict: root, component, values (the component's own), image, and optionally
  args       list of arguments of the image's entry point (of command, where there is one)
  port       number people reach; metrics: number of the metrics port
  health     (port, live, ready) of the probes; none for a pod that ends
  settings   true when it reads the settings
  writable   directory name → mount path, each an empty volume
  database   true when it talks to the database
  restart    restart policy, Always without
  exempt     checks of kube-score that do not apply, on the deployment
  grace      seconds it needs to end, without the preStop delay
*/}}

{{- define "presence.pod" -}}
{{- $root := .root -}}
{{- $values := .values -}}
serviceAccountName: {{ include "presence.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .restart }}
restartPolicy: {{ . }}
{{- end }}
{{- if .health }}
terminationGracePeriodSeconds: {{ add $root.Values.drain.preStopSeconds .grace 5 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ $root.Values.user }}
  runAsGroup: {{ $root.Values.user }}
  fsGroup: {{ $root.Values.user }}
  seccompProfile:
    type: RuntimeDefault
{{- with $values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if .health }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "presence.selector" $ | nindent 8 }}
  {{- end }}
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
    {{- if .settings }}
    envFrom:
      - configMapRef:
          name: {{ include "presence.fullname" $root }}-settings
    {{- end }}
    {{- with .environment }}
    env:
      {{- . | nindent 6 }}
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
      httpGet:
        path: {{ .live }}
        port: {{ .port }}
      periodSeconds: 2
      failureThreshold: 60
    livenessProbe:
      httpGet:
        path: {{ .live }}
        port: {{ .port }}
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet:
        path: {{ .ready }}
        port: {{ .port }}
      periodSeconds: 2
      timeoutSeconds: 3
      failureThreshold: 2
    lifecycle:
      preStop:
        sleep:
          seconds: {{ $root.Values.drain.preStopSeconds }}
    {{- end }}
    resources:
      {{- toYaml $values.resources | nindent 6 }}
    {{- $authority := $root.Values.secrets.databaseAuthority }}
    {{- $verifies := and .database $authority.name }}
    {{- if or .writable $verifies }}
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
    {{- end }}
{{- if or .writable $verifies }}
volumes:
  {{- range $name, $path := .writable }}
  - name: {{ $name }}
    emptyDir:
      sizeLimit: {{ $values.scratch | default "64Mi" }}
  {{- end }}
  {{- if $verifies }}
  - name: database-authority
    secret:
      secretName: {{ $authority.name }}
      items:
        - key: {{ $authority.key }}
          path: ca.crt
  {{- end }}
{{- end }}
{{- end -}}

{{- define "presence.deployment" -}}
{{- $values := .values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "presence.metadata" . | nindent 2 }}
  {{- with .exempt }}
  annotations:
    kube-score/ignore: {{ . }}
  {{- end }}
spec:
  {{- if not (include "presence.scaled" .) }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  selector:
    matchLabels:
      {{- include "presence.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "presence.labels" . | nindent 8 }}
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        kubectl.kubernetes.io/default-container: {{ .component }}
        {{- if .settings }}
        presence/settings: {{ include "presence.settings" .root | sha256sum }}
        {{- end }}
        {{- with $values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
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
  "writable" (dict "tmp" "/tmp")
-}}
{{- include "presence.deployment" (merge $common .) -}}
{{- end -}}

{{/* A service in front of a component: (root, component, metrics). */}}
{{- define "presence.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "presence.metadata" . | nindent 2 }}
spec:
  type: ClusterIP
  selector:
    {{- include "presence.selector" . | nindent 4 }}
  ports:
    - name: http
      port: 80
      targetPort: http
    {{- if .metrics }}
    - name: metrics
      port: 9464
      targetPort: metrics
    {{- end }}
{{- end -}}

{{/* Nodes may be emptied one pod at a time: (root, component). */}}
{{- define "presence.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "presence.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "presence.selector" . | nindent 6 }}
{{- end -}}

{{/* The identity of a component, without a token: (root, component); hook when a hook's pod needs it. */}}
{{- define "presence.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "presence.metadata" . | nindent 2 }}
  {{- $annotations := merge dict .root.Values.serviceAccounts.annotations -}}
  {{- if .hook }}
  {{- $annotations = merge (dict "helm.sh/hook" "pre-install,pre-upgrade" "helm.sh/hook-weight" "-10" "helm.sh/hook-delete-policy" "before-hook-creation") $annotations -}}
  {{- end }}
  {{- with $annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}

{{/* More pods when busy: (root, component, values). */}}
{{- define "presence.scaler" -}}
{{- $scaling := .values.autoscaling -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "presence.metadata" . | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "presence.name" . }}
  minReplicas: {{ $scaling.minReplicas }}
  maxReplicas: {{ $scaling.maxReplicas }}
  metrics:
    {{- .metrics | nindent 4 }}
  behavior:
    scaleDown:
      stabilizationWindowSeconds: 300
      policies:
        - type: Pods
          value: 1
          periodSeconds: 60
{{- end -}}
