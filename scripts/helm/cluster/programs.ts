/**
 * Kubernetes' control plane and KEDA as programs. No registry here has them built, but the Go module proxy has their modules: `--build` builds
 * each once, in 5 to 25 minutes of one core.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const kubernetes = 'k8s.io/kubernetes@v1.36.3';
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

/** Builds one with all that its own go.mod names, in a module of ours; one core, and after everybody else's work. */
export function buildProgram(program: Program, folder: string): void {
  const { module, main } = sources[program];
  const { Path, Version, GoMod } = download(module);
  const home = join(folder, 'modules', program);
  mkdirSync(home, { recursive: true });
  const file = readFileSync(GoMod, 'utf8');
  // Kubernetes names its own parts as v0.0.0, and publishes each as v0.x of the same x.
  const parts = [...file.matchAll(/^\t(k8s\.io\/\S+) v0\.0\.0(?: \/\/.*)?$/gm)].map(
    ([, part]) => `require ${part} ${Version.replace(/^v1/, 'v0')}`,
  );
  const replaced = [...file.matchAll(/^(?:replace |\t)(\S+(?: v\S+)? => [^.\s]\S+ v\S+)$/gm)].map(([, line]) => `replace ${line}`);
  const lines = ['module plimsoll.test/cluster', 'go 1.26.0', `require ${Path} ${Version}`, ...parts, ...replaced];
  writeFileSync(join(home, 'go.mod'), `${lines.join('\n')}\n`);
  if (!main) writeFileSync(join(home, 'main.go'), etcdMain);
  // Helm asks Kubernetes for its version, which its own build writes in.
  const stamp = parts.length > 0 ? ` -X k8s.io/component-base/version.gitVersion=${Version}` : '';
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
