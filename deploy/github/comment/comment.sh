#!/usr/bin/env bash
# The action of action.yml beside it: writes the comment that another workflow measured.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../command.sh"
"$node" "$plimsoll" comment "$ACTION_FILE" ${ACTION_NAME:+--name "$ACTION_NAME"}
