# postgres-watchdog.sh FOLDER: when stdin ends, ends every PostgreSQL below the folder and removes the folder.
#
# Its stdin is a pipe from the process that runs the tests, so it ends at the teardown as well as when that process
# is gone, however it went (Ctrl-C, kill -9). To be started in a session of its own, out of reach of those signals.

cat > /dev/null
# An initdb that lost its parent ends by itself, and cleaner with its files in place.
if [ -n "$(find "$1" -name 'postgres.new-*')" ]; then sleep 2; fi
find "$1" -name postmaster.pid | while read -r lock; do
  read -r pid < "$lock" && kill -QUIT "$pid" || continue
  for attempt in $(seq 100); do [ -e "$lock" ] || break; sleep 0.05; done
done
for attempt in $(seq 10); do rm -rf "$1" && break; sleep 0.5; done
