{{- define "plimsoll.name" -}}
{{- if contains "plimsoll" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-plimsoll" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "plimsoll.selector" -}}
app.kubernetes.io/name: plimsoll
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plimsoll.labels" -}}
{{ include "plimsoll.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "plimsoll.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "plimsoll.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "plimsoll.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "plimsoll.pull" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{/* The URL that people use. */}}
{{- define "plimsoll.baseUrl" -}}
{{- if .Values.settings.PLIMSOLL_BASE_URL }}{{ .Values.settings.PLIMSOLL_BASE_URL }}{{ else if .Values.ingress.enabled }}{{ if .Values.ingress.tlsSecret }}https{{ else }}http{{ end }}://{{ .Values.ingress.host }}{{ end }}
{{- end }}

{{/* The secrets that a kind of process reads and that are named, as a list of settings. `dict "root" $ "kind" "api"` */}}
{{- define "plimsoll.secretNames" -}}
{{- $root := .root }}
{{- $names := list }}
{{- range fromJsonArray (include (printf "plimsoll.secretsOf.%s" .kind) $root) }}
{{- if and (hasKey $root.Values.secrets .) (get $root.Values.secrets .) }}{{ $names = append $names . }}{{ end }}
{{- end }}
{{- toJson $names }}
{{- end }}

{{/* Where the file of a secret lies. */}}
{{- define "plimsoll.secretFile" -}}
{{ . | lower | replace "_" "-" }}
{{- end }}

{{/* The environment of a process. `dict "root" $ "kind" "api" "own" dict`: `own` goes before `settings`. */}}
{{- define "plimsoll.env" -}}
{{- $root := .root }}
{{- range fromJsonArray (include "plimsoll.secretNames" .) }}
- name: {{ . }}_FILE
  value: /run/secrets/plimsoll/{{ include "plimsoll.secretFile" . }}
{{- end }}
{{- if and $root.Values.redis.host (not $root.Values.secrets.REDIS_URL) (has "REDIS_URL" (fromJsonArray (include (printf "plimsoll.secretsOf.%s" .kind) $root))) }}
{{- with $root.Values.redis.password }}
- name: REDIS_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ .name }}, key: {{ .key }} } }
{{- end }}
- name: REDIS_URL
  value: redis://{{ if $root.Values.redis.password }}:$(REDIS_PASSWORD)@{{ end }}{{ $root.Values.redis.host }}:{{ $root.Values.redis.port }}
{{- end }}
{{- if $root.Values.authority }}
- name: NODE_EXTRA_CA_CERTS
  value: /run/secrets/plimsoll/authority.pem
{{- end }}
{{- $set := mustMergeOverwrite (dict) (deepCopy $root.Values.settings) .own }}
{{- range fromJsonArray (include (printf "plimsoll.settingsOf.%s" .kind) $root) }}
{{- if hasKey $set . }}
- name: {{ . }}
  {{- $value := get $set . }}
  {{- /* Numbers of values are floats: 86400, not 8.64e+04. */}}
  value: {{ if kindIs "float64" $value }}{{ if eq (float64 (int64 $value)) $value }}{{ int64 $value | toString | quote }}{{ else }}{{ $value | toString | quote }}{{ end }}{{ else }}{{ $value | toString | quote }}{{ end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "plimsoll.mounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/plimsoll, readOnly: true }
{{- end }}

{{- define "plimsoll.volumes" -}}
{{- $root := .root }}
- name: tmp
  emptyDir:
    {{- if .tmpSize }}
    sizeLimit: {{ .tmpSize }}
    {{- else }} {}
    {{- end }}
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- range fromJsonArray (include "plimsoll.secretNames" .) }}
      {{- $secret := get $root.Values.secrets . }}
      - secret:
          name: {{ $secret.name }}
          items: [{ key: {{ $secret.key }}, path: {{ include "plimsoll.secretFile" . }} }]
      {{- end }}
      {{- with $root.Values.authority }}
      - secret:
          name: {{ .name }}
          items: [{ key: {{ .key }}, path: authority.pem }]
      {{- end }}
{{- end }}

{{/* Pools that are scaled, as PLIMSOLL_POOLS: eu:8,*:4 */}}
{{- define "plimsoll.pools" -}}
{{- $pools := list }}
{{- range .Values.workers.pools }}
{{- if and .scaling .scaling.enabled }}
{{- if .label }}{{ $pools = append $pools (printf "%s:%d" .label (int .scaling.max)) }}{{ end }}
{{- if .unlabelled }}{{ $pools = append $pools (printf "*:%d" (int .scaling.max)) }}{{ end }}
{{- end }}
{{- end }}
{{- join "," $pools }}
{{- end }}
