{{/*
What `pods` and a component say of a pod, put together.
Invariant: a container of the values' own gets what Pod Security "restricted" asks for, unless it
says otherwise itself.
*/}}

{{/* A component's values over those of `pods`, as YAML: (root, component, values). */}}
{{- define "presence.options" -}}
{{- $shared := deepCopy .root.Values.pods -}}
{{- if has .component (list "migration" "test" "first-admin" "stripe-setup") -}}{{- $shared = omit $shared "sidecars" -}}{{- end -}}
{{- if eq .component "test" -}}
{{- $shared = omit $shared "initContainers" "extraEnv" "envFrom" "extraVolumes" "extraVolumeMounts" -}}
{{- end -}}
{{- $own := .values -}}
{{- $all := mergeOverwrite (deepCopy $shared) (deepCopy $own) -}}
{{- range list "extraEnv" "envFrom" "extraVolumes" "extraVolumeMounts" "initContainers" "sidecars" "tolerations" "hostAliases" -}}
{{- $_ := set $all . (concat (get $shared . | default list) (get $own . | default list)) -}}
{{- end -}}
{{- toYaml $all -}}
{{- end -}}

{{/* Containers of the values' own, with the security context they leave out: (containers). */}}
{{- define "presence.containers" -}}
{{- $found := list -}}
{{- range .containers -}}
{{- $usual := dict
  "allowPrivilegeEscalation" false
  "readOnlyRootFilesystem" true
  "capabilities" (dict "drop" (list "ALL"))
-}}
{{- $found = append $found (mergeOverwrite (dict "securityContext" $usual) .) -}}
{{- end -}}
{{- toYaml $found -}}
{{- end -}}

{{/* Spread over nodes and zones: (root, component, constraints). */}}
{{- define "presence.spread" -}}
{{- $selector := dict "matchLabels" (include "presence.selector" . | fromYaml) -}}
{{- $found := list -}}
{{- range .constraints -}}
{{- $found = append $found (merge (dict) . (dict "labelSelector" $selector)) -}}
{{- else -}}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" -}}
{{- $found = append $found (dict "maxSkew" 1 "topologyKey" . "whenUnsatisfiable" "ScheduleAnyway" "labelSelector" $selector) -}}
{{- end -}}
{{- end -}}
{{- toYaml $found -}}
{{- end -}}

{{/* Pull secrets of the release and of a chart around it, names or objects. */}}
{{- define "presence.pullSecrets" -}}
{{- $found := list -}}
{{- range concat .Values.image.pullSecrets (.Values.global.imagePullSecrets | default list) -}}
{{- $found = append $found (dict "name" (ternary . (get (ternary (dict) . (kindIs "string" .)) "name") (kindIs "string" .))) -}}
{{- end -}}
{{- if $found -}}{{- toYaml (uniq $found) -}}{{- end -}}
{{- end -}}

{{/* Name of a component's account: (root, component, options). */}}
{{- define "presence.account" -}}
{{- .options.serviceAccountName | default (include "presence.name" .) -}}
{{- end -}}

{{/* A probe of a container: (path, port, times). */}}
{{- define "presence.probe" -}}
httpGet:
  path: {{ .path }}
  port: {{ .port }}
{{- with .times }}
{{ toYaml . }}
{{- end }}
{{- end -}}
