#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A purge is done by what the plan names, on a device that we have let go of and
# that is the same afterwards; what was done and printed is in run.xml.
. tests/cli/run-scene.inc
loop_device 16MiB
mkdir "$scene/bin"
purge() {
	cat >"$scene/$1.xml" <<PLAN
<plan xmlns="urn:plateau:plan:1" name="$1">
  <purge method="$1"/>
  <test id="read" amount="100io"/>
</plan>
PLAN
}
# run_purge STATUS TEXT METHOD [OPTION...]
run_purge() {
	status=$1
	text=$2
	method=$3
	shift 3
	rm -rf "$scene/run"
	expect "$status" "$text" --plan "$scene/$method.xml" \
		--target "$loop" --destroy "$token" "$@" -o "$scene/run"
}
for method in auto none discard nvme-format nvme-sanitize ata-secure-erase \
	sg-format; do
	purge $method
done

# For real: what was on the loop device reads as zeros.
for method in discard auto; do
	head -c 16777216 /dev/urandom >"$loop"
	sync
	run_purge 0 "" $method
	whole "$scene/run"
	[ "$(tr -d '\0' <"$loop" | wc -c)" = 0 ] || fail "$method: not erased"
	grep -q 'note="discard .*not a purge' "$scene/run/run.xml" ||
		fail "$method: not named as what it is"
done
run_purge 0 "" none
grep -q 'kind="purge" .*status="skipped"' "$scene/run/run.xml" ||
	fail "none: $(grep purge "$scene/run/run.xml")"

# Stand-ins for the tools: each tells whether it got the device for itself, and
# answers as the tool does what is asked of the drive before.
cat >"$scene/security" <<'SECURITY'

/dev/sdx:

ATA device, with non-removable media
	Model Number:       A drive
Security: 
	Master password revision code = 65534
		supported
	not	enabled
	not	locked
	not	frozen
	not	expired: security count
		supported: enhanced erase
	2min for SECURITY ERASE UNIT. 2min for ENHANCED SECURITY ERASE UNIT. 
Logical Unit WWN Device Identifier: 5000000000000000
SECURITY
echo '{"vid":5197,"mn":"A drive","oacs":31,"sanicap":1610612739}' \
	>"$scene/id-ctrl"
cat >"$scene/stand-in" <<'TOOL'
#!/bin/sh
case $1 in
-I) exec cat "$(dirname "$0")/../security" ;;
id-ctrl) exec cat "$(dirname "$0")/../id-ctrl" ;;
esac
echo "$(basename "$0") $*" >>"$(dirname "$0")/calls"
for device in "$@"; do
	[ -b "$device" ] && python3 -c '
import os, sys
os.close(os.open(sys.argv[1], os.O_RDWR | os.O_EXCL))' "$device" || continue
	printf 'had it alone\n\033[2Jand said so\n'
	exit 0
done
echo "in use" >&2
exit 4
TOOL
chmod +x "$scene/stand-in"
for tool in nvme hdparm sg_format; do
	cp "$scene/stand-in" "$scene/bin/$tool"
done
PATH=$scene/bin:$PATH
# What would be done is told before.
expect 0 "purge: hdparm .*-set-pass plateau $loop; hdparm .*-erase plateau $loop" \
	--dry-run --plan "$scene/ata-secure-erase.xml" --target "$loop" \
	--destroy "$token"
expect 0 "purge: discard of the whole device" --dry-run \
	--plan "$scene/auto.xml" --target "$loop" --destroy "$token"
[ ! -e "$scene/bin/calls" ] || fail "a dry run ran $(cat "$scene/bin/calls")"
for method in nvme-format ata-secure-erase sg-format; do
	run_purge 0 "" $method
	whole "$scene/run"
	grep -q 'note=".*status 0: had it alone  *.2Jand said so' \
		"$scene/run/run.xml" ||
		fail "$method: $(grep purge "$scene/run/run.xml")"
done
cat >"$scene/wanted" <<CALLS
nvme format $loop --ses=1
hdparm --user-master u --security-set-pass plateau $loop
hdparm --user-master u --security-erase plateau $loop
sg_format --format $loop
CALLS
cmp "$scene/bin/calls" "$scene/wanted" || fail "$(cat "$scene/bin/calls")"

# A drive that would refuse is not begun with: not in the night.
security() {
	sed "$1" "$scene/security" >"$scene/other"
	mv "$scene/security" "$scene/whole"
	mv "$scene/other" "$scene/security"
	run_purge 2 "$2" ata-secure-erase
	expect 2 "$2" --dry-run --plan "$scene/ata-secure-erase.xml" \
		--target "$loop"
	mv "$scene/whole" "$scene/security"
}
security 's/^not\tfrozen/\t\tfrozen/;s/^\tnot\tfrozen/\t\tfrozen/' \
	"frozen: .*suspend the host and wake it"
security 's/not\tenabled/\tenabled/;s/not\tlocked/\tlocked/' \
	"has a password already; .*--security-unlock plateau"
security 's/not\texpired/\texpired/' "too many wrong passwords"
security 's/^\t\tsupported$/\tnot\tsupported/' "no secure erase"
security '/^Security/,/^\t2min/d' "no secure erase"
cp "$scene/id-ctrl" "$scene/whole"
echo '{"oacs":0,"sanicap":0}' >"$scene/id-ctrl"
run_purge 2 "cannot format namespaces" nvme-format
run_purge 2 "no sanitize by block erase" nvme-sanitize
mv "$scene/whole" "$scene/id-ctrl"

# An erase that fails leaves no password behind, or says so.
cat >"$scene/bin/hdparm" <<'TOOL'
#!/bin/sh
case "$*" in
-I*) exec cat "$(dirname "$0")/../security" ;;
*erase*) echo "SECURITY_ERASE: Input/output error" >&2; exit 5 ;;
*disable*) [ ! -e "$(dirname "$0")/../stuck" ] || exit 5 ;;
esac
echo "$*" >>"$(dirname "$0")/../asked"
TOOL
run_purge 1 "status 5: SECURITY_ERASE: Input/output error" ata-secure-erase
[ "$(tail -n 1 "$scene/asked")" = \
	"--user-master u --security-disable plateau $loop" ] ||
	fail "the password stays: $(cat "$scene/asked")"
! grep -q "kept the password" "$scene/out" || fail "$(cat "$scene/out")"
grep -q 'note="hdparm .*-erase plateau .*status 5.*-disable plateau .*status 0' \
	"$scene/run/run.xml" || fail "$(grep purge "$scene/run/run.xml")"
touch "$scene/stuck"
run_purge 1 "kept the password 'plateau'.*--security-disable plateau $loop" \
	ata-secure-erase

# A tool that fails, one that is missing, an engine that does not let go.
printf '#!/bin/sh\necho no such luck >&2\nexit 5\n' >"$scene/bin/nvme"
run_purge 2 "cannot be purged by nvme-format: it is no NVMe drive" nvme-format
expect 2 "it is no NVMe drive" --dry-run --plan "$scene/nvme-format.xml" \
	--target "$loop"
cat >"$scene/bin/nvme" <<'TOOL'
#!/bin/sh
[ "$1" != id-ctrl ] || exec cat "$(dirname "$0")/../id-ctrl"
echo no such luck >&2
exit 5
TOOL
run_purge 1 "nvme format .*status 5: no such luck" nvme-format
grep -q 'kind="purge" .*status="failed".*no such luck' "$scene/run/run.xml" ||
	fail "a purge that failed"
run_purge 2 "use --engine aio" nvme-format --engine uring
[ ! -e "$scene/run" ] || fail "a run was begun that cannot be purged for"
expect 0 "nvme-format is for NVMe drives, and ${loop#/dev/} is none" --dry-run \
	--plan "$scene/nvme-format.xml" --target "$loop"
mv "$scene/bin/sg_format" "$scene/bin/other"
command -v sg_format >/dev/null || {
	run_purge 2 "sg-format needs the program sg_format" sg-format
	expect 2 "sg-format needs the program sg_format" --dry-run \
		--plan "$scene/sg-format.xml" --target "$loop"
}
# A tool that was told of a partition would purge the disk.
addpart "$loop" 1 2048 8192 2>/dev/null
if [ -b "${loop}p1" ]; then
	expect 2 "is a partition, and nvme-format reaches all of the disk" \
		--plan "$scene/nvme-format.xml" --target "${loop}p1" \
		--destroy "${loop#/dev/}p1:4194304" -o "$scene/part"
	delpart "$loop" 1
fi

# A sanitize goes on when its command is over: it is waited for.
cat >"$scene/bin/nvme" <<TOOL
#!/bin/sh
case "\$*" in
id-ctrl*) exec cat $scene/id-ctrl ;;
"sanitize $loop --sanact=2") echo 3 >$scene/left; echo >>$scene/begun ;;
"sanitize-log $loop")
	left=\$(cat $scene/left)
	echo "Sanitize Progress                      (SPROG) :  65535"
	[ \$left -gt 0 ] || {
		echo "Sanitize Status                        (SSTAT) :  0x10\$(
			cat $scene/end)"
		exit 0
	}
	echo \$((left - 1)) >$scene/left
	# Busy: it tells nothing at first.
	[ \$left -lt 3 ] || exit 1
	echo "Sanitize Status                        (SSTAT) :  0x2" ;;
*) exit 1 ;;
esac
TOOL
echo 1 >"$scene/end"
echo 0 >"$scene/left"
run_purge 0 "" nvme-sanitize
[ "$(cat "$scene/left")" = 0 ] || fail "the sanitize was not waited for"
grep -q 'note="nvme sanitize .*sanitize state 1' "$scene/run/run.xml" ||
	fail "sanitize: $(grep purge "$scene/run/run.xml")"
# One that a run which was cut off has begun is waited for first.
echo 2 >"$scene/left"
rm "$scene/begun"
run_purge 0 "" nvme-sanitize
[ "$(wc -l <"$scene/begun")" = 1 ] && grep -q \
	'note="sanitize state 1; nvme sanitize .*sanitize state 1' \
	"$scene/run/run.xml" || fail "$(grep purge "$scene/run/run.xml")"
echo 3 >"$scene/end"
run_purge 1 "the sanitize failed, and the drive takes no I/O" nvme-sanitize

# The device becomes another one meanwhile.
printf '#!/bin/sh\ntruncate -s 8M %s; losetup -c %s\n' "$loop_file" "$loop" \
	>"$scene/bin/nvme"
run_purge 1 "another device now" nvme-format
