#!/usr/bin/env bash
# The action of action.yml: a checkout of the base beside that of the head, plimsoll ab on both, a summary, the one comment, and the exit
# code. Inputs come as ACTION_…, never as text of this script. Secrets go to the command that needs them alone: what is measured is code of
# whoever wrote the pull request.
set -euo pipefail

token=${ACTION_TOKEN:-}
token_file=${ACTION_TOKEN_FILE:-}
github_token=${ACTION_GITHUB_TOKEN:-}
unset ACTION_TOKEN ACTION_TOKEN_FILE ACTION_GITHUB_TOKEN GITHUB_TOKEN
source "$(dirname "${BASH_SOURCE[0]}")/command.sh"
child=''
trap 'git worktree remove --force "$work/base" >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
# Bash waits for the command and does not end by a signal: so the command has to hear it.
trap '[ -z "$child" ] || kill -TERM "$child" 2>/dev/null || true' INT TERM

folder=${ACTION_FOLDER:-plimsoll}
mkdir -p "$folder"
rm -f "$folder"/{comment.md,result.json,junit.xml,report.html}
options=(--base "$ACTION_BASE" --head "$ACTION_HEAD" --detect "$ACTION_DETECT" --max "$ACTION_MAX")
for file in comment.md result.json junit.xml report.html; do options+=(--out "$folder/$file"); done
[ -z "${ACTION_PLAN:-}" ] || options+=(--plan "$ACTION_PLAN")
if [ -n "${ACTION_SERVER:-}" ]; then options+=(--server "$ACTION_SERVER"); else options+=(--local); fi
if [ -n "${ACTION_START:-}" ]; then
  if [ -z "${ACTION_BASE_REF:-}" ]; then
    echo '::error title=Plimsoll::No commit of the base is known for this event. Name one with base-ref.'
    exit 104
  fi
  git cat-file -e "$ACTION_BASE_REF^{commit}" 2>/dev/null || git fetch --quiet --no-tags --depth=1 origin "$ACTION_BASE_REF"
  git worktree add --quiet --detach "$work/base" "$ACTION_BASE_REF"
  if [ -n "${ACTION_SETUP:-}" ]; then
    (cd "$work/base" && sh -ec "$ACTION_SETUP")
    sh -ec "$ACTION_SETUP"
  fi
  options+=(--base-cmd "cd '$work/base' && $ACTION_START" --head-cmd "$ACTION_START" --logs "$folder")
  [ -z "${ACTION_READY:-}" ] || options+=(--ready "$ACTION_READY")
  [ "${ACTION_RESTARTS:-0}" = 0 ] || options+=(--restarts "$ACTION_RESTARTS")
fi
# Split at blanks, quotes heeded, and nothing of it is run.
[ -z "${ACTION_ARGUMENTS:-}" ] || while IFS= read -r option; do options+=("$option"); done < <(xargs printf '%s\n' <<<"$ACTION_ARGUMENTS")

PLIMSOLL_TOKEN=$token PLIMSOLL_TOKEN_FILE=$token_file "$node" "$plimsoll" ab "${options[@]}" &
child=$!
# A signal ends the wait, not the command.
while :; do
  code=0
  wait "$child" || code=$?
  kill -0 "$child" 2>/dev/null || break
done
if [ "$code" -gt 128 ]; then
  code=0
  wait "$child" || code=$?
fi
child=''

[ -z "${GITHUB_OUTPUT:-}" ] || echo "exit-code=$code" >>"$GITHUB_OUTPUT"
if [ -f "$folder/comment.md" ]; then
  [ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$folder/comment.md" >>"$GITHUB_STEP_SUMMARY"
  if [ "${ACTION_COMMENT:-true}" = true ] && [ -n "$github_token" ] && [ "$code" != 130 ]; then
    GITHUB_TOKEN=$github_token "$node" "$plimsoll" comment "$folder/comment.md" ${ACTION_NAME:+--name "$ACTION_NAME"} ||
      echo '::warning title=Plimsoll::The comment could not be written; it stands in the summary. For pull requests of forks see docs/pipelines.md.'
  fi
fi
exit "$code"
