/** Schemas of Kubernetes' kinds as kubeconform reads them, made of what Go modules ship: no other registry has them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** Kubernetes' own, and those of the two operators whose kinds the chart makes. */
const modules = {
  kubernetes: 'k8s.io/kubernetes@v1.36.3',
  keda: 'github.com/kedacore/keda/v2@v2.21.0',
  prometheus: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
} as const;

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  [keyword: string]: unknown;
}

function moduleFolder(module: string): string {
  const told = execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' });
  return (JSON.parse(told) as { Dir: string }).Dir;
}

const closedMap = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, closed(one)]));

/** A misspelt field must not pass: a schema with fields permits no others. */
function closed(schema: Schema): Schema {
  if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string') return { type: ['string', 'integer'] };
  const { properties, items, additionalProperties } = schema;
  const shut: Schema = { ...schema };
  if (items) shut.items = closed(items);
  if (typeof additionalProperties === 'object') shut.additionalProperties = closed(additionalProperties);
  if (!properties) return shut;
  const isOpen = additionalProperties !== undefined || schema['x-kubernetes-preserve-unknown-fields'] === true;
  return { ...shut, properties: closedMap(properties), ...(isOpen ? {} : { additionalProperties: false }) };
}

function write(folder: string, kind: string, group: string, version: string, schema: unknown): void {
  writeFileSync(join(folder, `${[kind.toLowerCase(), group || version, version].join('-')}.json`), JSON.stringify(schema));
}

function writeOwnKinds(folder: string): void {
  const file = join(moduleFolder(modules.kubernetes), 'api/openapi-spec/swagger.json');
  const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Schema> };
  const known = closedMap(definitions);
  known['io.k8s.apimachinery.pkg.api.resource.Quantity'] = { type: ['string', 'number'] };
  const all = { definitions: known };
  for (const [name, definition] of Object.entries(definitions)) {
    const kinds = (definition['x-kubernetes-group-version-kind'] ?? []) as { group: string; version: string; kind: string }[];
    // Others are common to all groups, such as DeleteOptions.
    const [only] = kinds;
    if (kinds.length === 1 && only && /^(Deployment|Job|Service|Ingress|NetworkPolicy|PodDisruptionBudget)$/.test(only.kind))
      write(folder, only.kind, only.group, only.version, { $ref: `#/definitions/${name}`, ...all });
  }
}

function writeKindsOf(folder: string, files: readonly string[]): void {
  for (const file of files)
    for (const document of parseAllDocuments(readFileSync(file, 'utf8'))) {
      const { spec } = document.toJS() as {
        spec: { group: string; names: { kind: string }; versions: { name: string; schema: { openAPIV3Schema: Schema } }[] };
      };
      for (const { name, schema } of spec.versions) {
        const { metadata: _, ...fields } = schema.openAPIV3Schema.properties ?? {};
        const whole = { ...schema.openAPIV3Schema, properties: fields };
        const shut = closed(whole);
        write(folder, spec.names.kind, spec.group, name, { ...shut, properties: { ...shut.properties, metadata: { type: 'object' } } });
      }
    }
}

/** Fills the folder; answers the place of a schema as kubeconform wants it. Throws where a module cannot be downloaded. */
export function writeSchemas(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeOwnKinds(folder);
  const keda = join(moduleFolder(modules.keda), 'config/crd/bases');
  writeKindsOf(folder, [join(keda, 'keda.sh_scaledobjects.yaml'), join(keda, 'keda.sh_triggerauthentications.yaml')]);
  const prometheus = join(moduleFolder(modules.prometheus), 'example/prometheus-operator-crd');
  writeKindsOf(
    folder,
    ['servicemonitors', 'podmonitors', 'prometheusrules'].map((kind) => join(prometheus, `monitoring.coreos.com_${kind}.yaml`)),
  );
  return join(folder, '{{ .ResourceKind }}-{{ .Group }}-{{ .ResourceAPIVersion }}.json');
}
