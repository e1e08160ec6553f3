# postgres-watchdog.sh FOLDER: when stdin ends, ends what runs for the folder (every PostgreSQL below it, every process
# whose folder for temporary files it is) and removes it.
#
# Its stdin is a pipe from the process that runs the tests, so it ends at the teardown as well as when that process
# is gone, however it went (Ctrl-C, kill -9). To be started in a session of its own, out of reach of those signals.

cat > /dev/null
# An initdb that lost its parent ends by itself, and cleaner with its files in place.
if [ -n "$(find "$1" -name 'postgres.new-*')" ]; then sleep 2; fi
for attempt in $(seq 30); do
  # Workers and services under test whose parent was killed; where there is no /proc they are left to themselves.
  grep -lzsxF "TMPDIR=$1" /proc/[0-9]*/environ | cut -d / -f 3 | while read -r pid; do kill -KILL "$pid"; done
  find "$1" -name postmaster.pid | while read -r lock; do
    # A minus marks one that initdb runs for itself.
    read -r pid < "$lock" && kill -QUIT "${pid#-}" || continue
    for look in $(seq 100); do [ -e "$lock" ] || break; sleep 0.05; done
  done
  rm -rf "$1" && break
  sleep 0.5
done
