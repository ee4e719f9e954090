#!/bin/sh
# Chromium for a process of tests, which Bun ends without an event: Chromium ends as it loses its connection to that
# process, and this removes what both leave behind.
"$TEST_CHROMIUM" "$@"
status=$?
for argument in "$@"; do
  case $argument in
    --user-data-dir=*) rm -rf "${argument#*=}" ;;
  esac
done
rm -rf "$TEST_BROWSER_FOLDER"
exit $status
