{{/* What stands around a component's pods: its service, budget, account and scaler. */}}

{{/* A service in front of a component: (root, component, values, metrics). */}}
{{- define "presence.service" -}}
{{- $service := mergeOverwrite (deepCopy .root.Values.service) (deepCopy (.values.service | default dict)) -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "presence.metadata" (merge (dict "annotations" $service.annotations) .) | nindent 2 }}
spec:
  type: {{ $service.type }}
  {{- with $service.ipFamilyPolicy }}
  ipFamilyPolicy: {{ . }}
  {{- end }}
  {{- with $service.ipFamilies }}
  ipFamilies:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with omit $service.spec "type" "ipFamilyPolicy" "ipFamilies" "selector" "ports" }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  selector:
    {{- include "presence.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ int64 $service.port }}
      targetPort: http
      {{- with $service.nodePort }}
      nodePort: {{ int64 . }}
      {{- end }}
    {{- if .metrics }}
    - name: metrics
      port: 9464
      targetPort: metrics
    {{- end }}
{{- end -}}

{{/* Nodes may be emptied one pod at a time, or as the component says: (root, component, values). */}}
{{- define "presence.disruption" -}}
{{- $budget := .values.disruptionBudgetSpec | default (dict "maxUnavailable" 1) -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "presence.metadata" . | nindent 2 }}
spec:
  {{- toYaml $budget | nindent 2 }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "presence.selector" . | nindent 6 }}
{{- end -}}

{{/*
The identity of a component, without a token: (root, component, values); early (annotations) when
it has to be there before the rest. Nothing where accounts are made elsewhere.
*/}}
{{- define "presence.serviceAccount" -}}
{{- $options := include "presence.options" . | fromYaml -}}
{{- if and .root.Values.serviceAccounts.create (not $options.serviceAccountName) -}}
{{- $annotations := mergeOverwrite (dict) .root.Values.serviceAccounts.annotations (.early | default dict) -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "presence.metadata" (merge (dict "annotations" $annotations) .) | nindent 2 }}
automountServiceAccountToken: false
{{- end -}}
{{- end -}}

{{/* How a HorizontalPodAutoscaler grows and shrinks: (the autoscaling values). */}}
{{- define "presence.behavior" -}}
{{- with .behavior -}}
{{- toYaml . -}}
{{- else -}}
scaleDown:
  stabilizationWindowSeconds: 300
  policies:
    - type: Pods
      value: 1
      periodSeconds: 60
{{- end -}}
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
    {{- include "presence.behavior" $scaling | nindent 4 }}
{{- end -}}
