/**
 * Ends the agents when Parley was killed. A shell script, because the packaged app cannot run a program of its own. It
 * needs only a POSIX shell, `/proc` or else `ps`, and `sleep`.
 *
 * Its arguments are the name of the mark variable, the prefix of this boot's marks, Parley's start time, and what the
 * paths of the agents' files begin with. Its input has the lines `branded SCORE,FILTER …` and `noted PID,START …`, each with the whole list, and finally `quit`. An end
 * of input without `quit` means that Parley is gone. The script then ends the noted processes, their descendants and
 * sessions, and everything with the mark or a fingerprint: with SIGTERM, and after a second with SIGKILL, until two
 * scans in a row find nothing, and removes the files.
 */
export const watchdogScript = `
trap '' HUP INT QUIT TERM PIPE
# What Parley itself was handed open, and this has no use for.
exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-
variable=$1 prefix=$2 since=$3 files=$4

# Sets text to a file in one line; what is between NULs is joined.
load() {
  text=
  while IFS= read -r line || [ -n "$line" ]; do text="$text $line"; done <"$1"
}

# Sets rows to one PID,PARENT,SESSION,START of each live process; without /proc a group stands for the session.
look() {
  rows=
  if [ -r /proc/self/stat ]; then
    for folder in /proc/[0-9]*; do
      load "$folder/stat"
      [ -n "$text" ] || continue
      set -- \${text##*) }
      case $1 in Z|X) continue ;; esac
      rows="$rows \${folder#/proc/},$2,$4,\${20}"
    done
  else
    table=$(ps -axo pid=,ppid=,pgid=,stat=,lstart=)
    IFS='
'
    set -- $table
    unset IFS
    for entry; do
      set -- $entry
      case $4 in Z*) continue ;; esac
      rows="$rows $1,$2,$3,$5_$6_$7_$8_$9"
    done
  fi
}

split() {
  IFS=,
  set -- $1
  unset IFS
  pid=$1 parent=$2 session=$3 start=$4
}

add() {
  ours="$ours $pid"
  sessions="$sessions $session"
  noted="$noted $pid,$start"
}

# Adds what descends from what was found, or shares a session with it, until there is no more.
relate() {
  grew=yes
  while [ -n "$grew" ]; do
    grew=
    for row in $rows; do
      split "$row"
      case "$ours " in *" $pid "*) continue ;; esac
      case "$ours " in *" $parent "*) add; grew=yes; continue ;; esac
      case "$sessions " in *" $session "*) add; grew=yes ;; esac
    done
  done
}

find_noted() {
  ours= sessions=
  for row in $rows; do
    split "$row"
    case " $noted " in *" $pid,$start "*) add ;; esac
  done
  relate
}

find_marked() {
  [ -r /proc/self/environ ] || return
  for row in $rows; do
    split "$row"
    case "$ours " in *" $pid "*) continue ;; esac
    [ "$start" -ge "$since" ] || continue
    load "/proc/$pid/environ"
    case $text in
      *"$variable=$prefix"*) add; continue ;;
      *"$variable="*) continue ;;
    esac
    [ -n "$brands" ] || continue
    load "/proc/$pid/oom_score_adj"
    brand=\${text# }
    load "/proc/$pid/coredump_filter"
    case " $brands " in *" $brand,\${text# } "*) add ;; esac
  done
  relate
}

send() {
  for pid in $ours; do kill -"$1" "$pid"; done
}

noted= brands=
while read -r word rest; do
  case $word in
    noted) noted=$rest ;;
    branded) brands=$rest ;;
    quit) exit 0 ;;
  esac
done

look
find_noted
send TERM
round=0 clean=0
while [ $round -lt 50 ] && [ $clean -lt 2 ]; do
  look
  find_noted
  find_marked
  if [ -z "$ours" ]; then
    clean=$((clean + 1))
  else
    clean=0
    if [ $round -eq 0 ]; then
      send TERM
      sleep 1
    else
      send KILL
      sleep 0.1 || sleep 1
    fi
  fi
  round=$((round + 1))
done
[ -n "$files" ] && rm -rf -- "$files"*
`
