/**
 * Kubernetes' control plane and KEDA as programs. No registry here has them built, but the Go module proxy has their modules: `--build` builds
 * each once, in 5 to 25 minutes of one core.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const kubernetesVersion = 'v1.36.4';
const kubernetes = `k8s.io/kubernetes@${kubernetesVersion}`;
const keda = 'github.com/kedacore/keda/v2@v2.21.0';
const etcd = 'go.etcd.io/etcd/server/v3@v3.7.3';

/** By the name of the program: the module that has it, and the package of its `main`. */
const sources = {
  etcd: { module: etcd, main: null },
  'kube-apiserver': { module: kubernetes, main: 'k8s.io/kubernetes/cmd/kube-apiserver' },
  'kube-controller-manager': { module: kubernetes, main: 'k8s.io/kubernetes/cmd/kube-controller-manager' },
  'kube-scheduler': { module: kubernetes, main: 'k8s.io/kubernetes/cmd/kube-scheduler' },
  'keda-operator': { module: keda, main: 'github.com/kedacore/keda/v2/cmd/operator' },
  'keda-adapter': { module: keda, main: 'github.com/kedacore/keda/v2/cmd/adapter' },
} as const;

export type Program = keyof typeof sources;
export type Programs = Readonly<Record<Program, string>>;

interface Module {
  readonly Path: string;
  readonly Version: string;
  readonly Dir: string;
  readonly GoMod: string;
}

function download(module: string): Module {
  return JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' })) as Module;
}

/** KEDA's own kinds, as its module ships them. */
export function kedaKinds(): string[] {
  const folder = join(download(keda).Dir, 'config/crd/bases');
  return ['scaledobjects', 'scaledjobs', 'triggerauthentications', 'clustertriggerauthentications']
    .map((kind) => join(folder, `keda.sh_${kind}.yaml`))
    .concat(['cloudeventsources', 'clustercloudeventsources'].map((kind) => join(folder, `eventing.keda.sh_${kind}.yaml`)));
}

/** Where each program lies; those that are missing, by name, where one is. */
export function findPrograms(folder: string): { readonly programs: Programs; readonly missing: readonly Program[] } {
  const names = Object.keys(sources) as Program[];
  const programs = Object.fromEntries(names.map((name) => [name, join(folder, name)])) as Programs;
  return { programs, missing: names.filter((name) => !existsSync(programs[name])) };
}

/**
 * KEDA with the triggers that the chart uses. Those of some seventy others, with the clients of clouds and queues that they bring, are left out:
 * they are half of all that there is to compile.
 */
function copyKeda(to: string): void {
  if (existsSync(to)) return;
  const unfinished = `${to}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  execFileSync('cp', ['-R', download(keda).Dir, unfinished]);
  execFileSync('chmod', ['-R', 'u+w', unfinished]);
  const triggers = ['postgresql', 'prometheus'];
  const kept = new Set(['scaler', ...triggers.map((trigger) => `${trigger}_scaler`)].map((name) => `${name}.go`));
  const scalers = join(unfinished, 'pkg/scalers');
  for (const name of readdirSync(scalers)) if (name.endsWith('.go') && !kept.has(name)) rmSync(join(scalers, name));
  // A word that stands in a file of those that go.
  writeFileSync(join(scalers, 'metric_type.go'), 'package scalers\n\nconst externalMetricType = "External"\n');
  const builder = join(unfinished, 'pkg/scaling/scalers_builder.go');
  const cases = /^\tcase "([\w-]+)":\n\t\treturn scalers\..*\n/gm;
  writeFileSync(
    builder,
    readFileSync(builder, 'utf8').replace(cases, (whole, trigger: string) => (triggers.includes(trigger) ? whole : '')),
  );
  renameSync(unfinished, to);
}

/**
 * A module of ours that has both Kubernetes and KEDA, with all that their own go.mod name: what they share is of one version, and compiled once.
 */
function writeModule(home: string): void {
  copyKeda(join(home, 'keda'));
  const [theirs, kedas] = [kubernetes, keda].map((module) => readFileSync(download(module).GoMod, 'utf8')) as [string, string];
  // Kubernetes names its own parts as v0.0.0, and publishes each as v0.x of the same x.
  const parts = new Set([...theirs.matchAll(/^\t(k8s\.io\/\S+) v0\.0\.0(?: \/\/.*)?$/gm)].map(([, part]) => part));
  const replaced = [...kedas.matchAll(/^(?:replace |\t)(\S+(?: v\S+)? => [^.\s]\S+ v\S+)$/gm)].map(([, line]) => `replace ${line}`);
  const lines = [
    'module plimsoll.test/cluster',
    'go 1.26.0',
    ...[kubernetes, keda].map((module) => `require ${module.replace('@', ' ')}`),
    ...[...parts].map((part) => `require ${part} ${kubernetesVersion.replace(/^v1/, 'v0')}`),
    ...replaced,
    `replace ${keda.replace(/@.*/, '')} => ./keda`,
  ];
  writeFileSync(join(home, 'go.mod'), `${lines.join('\n')}\n`);
}

/** Builds one; one core, and after everybody else's work. */
export function buildProgram(program: Program, folder: string): void {
  const { module, main } = sources[program];
  const home = join(folder, 'modules', main ? 'cluster' : program);
  mkdirSync(home, { recursive: true });
  if (main) writeModule(home);
  else {
    writeFileSync(join(home, 'go.mod'), `module plimsoll.test/${program}\ngo 1.26.0\nrequire ${module.replace('@', ' ')}\n`);
    writeFileSync(join(home, 'main.go'), etcdMain);
  }
  // Helm asks Kubernetes for its version, which its own build writes in.
  const stamp = ` -X k8s.io/component-base/version.gitVersion=${kubernetesVersion}`;
  const flags = ['-n', '19', 'go', 'build', '-mod=mod', '-p=1', `-ldflags=-s -w${stamp}`, '-o', join(folder, program), main ?? '.'];
  execFileSync('nice', flags, { cwd: home, stdio: 'inherit' });
}

const etcdMain = `package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() { etcdmain.Main(os.Args) }
`;
