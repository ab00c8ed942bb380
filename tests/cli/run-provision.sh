#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# A provision stage changes how much of a drive is visible, by a tool that gets
# the device for itself or by leaving the rest alone; commands and capacities are
# in run.xml, later stages keep to it, and it is undone on request.
. tests/cli/run-scene.inc
loop_device 16MiB
mkdir "$scene/bin"
provision() {
	cat >"$scene/$1.xml" <<PLAN
<plan xmlns="urn:plateau:plan:1" name="$1">
  <provision capacity="$2" method="$3"/>
  <purge method="discard"/>
  <fill block="64KiB" depth="2"/>
  <test id="mixed" mix="50/50" depth="4" amount="400io" duration="60s"/>
</plan>
PLAN
}
# run_plan STATUS TEXT PLAN TARGET TOKEN [OPTION...]
run_plan() {
	status=$1
	text=$2
	plan=$3
	target=$4
	destroy=$5
	shift 5
	rm -rf "$scene/run"
	expect "$status" "$text" --plan "$plan" --target "$target" \
		--destroy "$destroy" "$@" -o "$scene/run"
}
# noted PATTERN: run.xml says so of the provision stage.
noted() {
	grep 'kind="provision"' "$scene/run/run.xml" | grep -q -e "$1" ||
		fail "not '$1': $(grep provision "$scene/run/run.xml")"
}
# touches BYTES: every I/O of the run ends at or below it, and one ends there.
touches() {
	for file in "$scene"/run/raw/*.iolog; do
		"$log" cat --offset "$file"
	done | awk -v most="$1" -F '\t' '
		$1 == "stream" { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ end = $at["offset_bytes"] + $at["bytes"]
		  if (end > last) last = end }
		END { if (last != most) { print last; exit 1 } }' ||
		fail "I/Os end elsewhere than at $1"
}

# For real: a region, also of a file and of a simulated drive.
provision region 50% region
head -c 16777216 /dev/urandom >"$loop"
sync
run_plan 0 "" "$scene/region.xml" "$loop" "$token"
whole "$scene/run"
noted 'status="done".*capacity_before_bytes="16777216"'
noted 'capacity_after_bytes="8388608".*note="region: of 16777216 bytes'
touches 8388608
# The purge was of all the device.
[ "$(tail -c 8388608 "$loop_file" | tr -d '\0' | wc -c)" = 0 ] ||
	fail "the purge kept to the region"
provision auto 25% auto
head -c 4194304 /dev/zero >"$scene/file"
run_plan 0 "" "$scene/auto.xml" "$scene/file" "$scene/file"
noted 'capacity_after_bytes="1048576"'
touches 1048576
rm -rf "$scene/run"
expect 0 "" --plan "$scene/auto.xml" --engine sim --target sata-small \
	--scale 10 -o "$scene/run" || fail "simulated"
noted 'capacity_before_bytes="\([0-9]*\)".*note="region'
# What is hidden and purged is spare room: a simulated drive copies less.
cat >"$scene/spare.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="spare">
  <provision/>
  <purge/>
  <fill/>
  <test id="write" mix="0/100" depth="32" amount="200%" duration="1h"/>
</plan>
PLAN
for part in 100 75; do
	rm -rf "$scene/run"
	expect 0 "" --plan "$scene/spare.xml" --engine sim --seed 1 \
		--target sata-small --set provision.capacity=$part% \
		-o "$scene/run"
	sed -n 's/.*id="write".*amplification \([0-9.]*\):.*/\1/p' \
		"$scene/run/run.xml"
done | tr '\n' ' ' >"$scene/amplification"
awk '{ exit !(NF == 2 && $1 > 2.5 && $2 < 1.8) }' "$scene/amplification" ||
	fail "write amplification $(cat "$scene/amplification")"

# A region alone does not write: no token is needed to read in it.
sed '/purge/d; /fill/d; s,50/50,100/0,' "$scene/region.xml" >"$scene/look.xml"
rm -rf "$scene/run"
expect 0 "" --plan "$scene/look.xml" --target "$loop" -o "$scene/run"

# By --set, and by bytes; more than there is, and mistakes, are refused.
run_plan 0 "" "$scene/region.xml" "$loop" "$token" \
	--set provision.capacity=4MiB
noted 'capacity_after_bytes="4194304"'
refused "asks for 33.6 MB, and there are only 16.8 MB" --plan "$scene/region.xml" --target \
	"$loop" --destroy "$token" --set provision.capacity=32MiB
refused "capacity is more than the drive has" --plan "$scene/region.xml" \
	--target "$loop" --destroy "$token" --set provision.capacity=101%
refused "has no amount" --plan "$scene/region.xml" --target "$loop" \
	--destroy "$token" --set provision.amount=1MiB

# Stand-ins for the tools: each tells whether it got the device for itself, and
# changes the size of the loop device.
cat >"$scene/stand-in" <<TOOL
#!/bin/sh
name=\$(basename "\$0")
case "\$*" in
-N*$loop)
	[ "\$*" != "-N $loop" ] || {
		echo " max sectors   = \$(blockdev --getsz $loop)/32768, HPA"
		exit 0
	} ;;
id-ctrl*) echo '{"cntlid":65,"oacs":14,"unvmcap":"'\$((
	16777216 - \$(blockdev --getsize64 $loop)))'"}'; exit 0 ;;
id-ns*) echo '{"flbas":2}'; exit 0 ;;
esac
echo "\$name \$*" >>$scene/calls
python3 -c '
import os, sys
os.close(os.open(sys.argv[1], os.O_RDWR | os.O_EXCL))' $loop || exit 4
size() {
	truncate -s \$((\$1 * 512)) $loop_file
	losetup -c $loop
	echo "had it alone"
}
case "\$name \$*" in
*-Np*) size \$(echo "\$*" | sed 's/.*-Np\([0-9]*\).*/\1/') ;;
*count=-1*) size 32768 ;;
*count=*) size \$(echo "\$*" | sed 's/.*count=\([0-9]*\).*/\1/') ;;
nvme\ create-ns*)
	size \$(echo "\$*" | sed 's/.*nsze=\([0-9]*\).*/\1/')
	echo "create-ns: Success, created nsid:7" ;;
msecli*) size \$(echo "\$*" | sed 's/.*-o \([0-9]*\).*/\1/') ;;
esac
TOOL
chmod +x "$scene/stand-in"
for tool in nvme hdparm sg_format msecli; do
	cp "$scene/stand-in" "$scene/bin/$tool"
done
PATH=$scene/bin:$PATH
for method in ata-max-address sg-resize nvme-namespace msecli; do
	provision $method 75% $method
	expect 0 "12.58 MB\|12.6 MB" --dry-run --plan "$scene/$method.xml" \
		--target "$loop" --destroy "$token"
	cp "$scene/out" "$scene/dry.$method"
	run_plan 0 "" "$scene/$method.xml" "$loop" "$token"
	whole "$scene/run"
	noted 'status="done".*capacity_before_bytes="16777216"'
	noted 'capacity_after_bytes="12582912".*status 0: had it alone'
	touches 12582912
	grep -q "$loop: goes on hiding 4.2 MB" "$scene/out" ||
		fail "$method: not told of: $(cat "$scene/out")"
	# Undone: the token without a serial number has the size of now.
	token=${loop#/dev/}:12582912
	[ $method = msecli ] || {
		run_plan 0 "" full-capacity "$loop" "$token" \
			--set provision.capacity=100%
		noted 'note="region'
		sed "s/75%/100%/" "$scene/$method.xml" >"$scene/undo.xml"
		run_plan 0 "" "$scene/undo.xml" "$loop" "$token"
		noted 'capacity_before_bytes="12582912"'
		noted 'capacity_after_bytes="16777216"'
		touches 16777216
	}
	truncate -s 16777216 "$loop_file"
	losetup -c "$loop"
	token=${loop#/dev/}:16777216
done
flag=--yes-i-know-what-i-am-doing
cat >"$scene/wanted" <<CALLS
hdparm $flag -Np24576 $loop
hdparm $flag -Np32768 $loop
sg_format --resize --count=24576 $loop
sg_format --resize --count=-1 $loop
nvme delete-ns $loop --namespace-id=1
nvme create-ns $loop --nsze=24576 --ncap=24576 --flbas=2
nvme attach-ns $loop --namespace-id=7 --controllers=65
nvme ns-rescan $loop
nvme delete-ns $loop --namespace-id=1
nvme create-ns $loop --nsze=32768 --ncap=32768 --flbas=2
nvme attach-ns $loop --namespace-id=7 --controllers=65
nvme ns-rescan $loop
msecli -M -o 24576 -n $loop
CALLS
diff "$scene/wanted" "$scene/calls" || fail "other commands"
grep -q "by hdparm $flag -Np24576 $loop" "$scene/dry.ata-max-address" ||
	fail "dry run: $(cat "$scene/dry.ata-max-address")"
grep -q "by nvme delete-ns .*; nvme create-ns .*--flbas=2; " \
	"$scene/dry.nvme-namespace" ||
	fail "dry run: $(cat "$scene/dry.nvme-namespace")"

# Never without the token, never on what is in use, not by an engine that holds
# the device.
expect 0 "a run needs --destroy $token" --dry-run \
	--plan "$scene/msecli.xml" --target "$loop"
refused "name it: --destroy " --plan "$scene/msecli.xml" --target "$loop"
refused "is not this device" --plan "$scene/msecli.xml" --target "$loop" \
	--destroy other
run_plan 2 "use --engine aio" "$scene/msecli.xml" "$loop" "$token" \
	--engine uring
mv "$scene/bin/msecli" "$scene/bin/other"
run_plan 2 "msecli needs the program msecli, which is not installed" \
	"$scene/msecli.xml" "$loop" "$token"
[ "$(wc -l <"$scene/out")" = 1 ] || fail "more errors: $(cat "$scene/out")"
mv "$scene/bin/other" "$scene/bin/msecli"

# A tool that does nothing, one that fails half-way, another device afterwards.
printf '#!/bin/sh\necho done\n' >"$scene/bin/msecli"
run_plan 1 "was to show 12582912 bytes and shows 16777216" \
	"$scene/msecli.xml" "$loop" "$token"
noted 'status="failed"'
cat >"$scene/bin/nvme" <<'TOOL'
#!/bin/sh
case $1 in
id-ctrl) echo '{"cntlid":65,"oacs":14,"unvmcap":"0"}' ;;
id-ns) echo '{"flbas":0}' ;;
delete-ns) ;;
*) echo "no such luck" >&2; exit 5 ;;
esac
TOOL
run_plan 1 "by hand" "$scene/nvme-namespace.xml" "$loop" "$token"
! grep -q "plugged in" "$scene/out" || fail "misleading: $(cat "$scene/out")"
grep -q "  nvme create-ns $loop --nsze=24576 " "$scene/out" ||
	fail "what is left: $(cat "$scene/out")"
noted 'status="failed".*no such luck'

# An ATA drive that shows what was asked for while the kernel does not.
cat >"$scene/bin/hdparm" <<TOOL
#!/bin/sh
case "\$*" in
*Np*) echo "\$*" | sed 's/.*-Np\([0-9]*\).*/\1/' >$scene/shown ;;
*) echo " max sectors   = \$(cat $scene/shown)/32768, HPA is enabled" ;;
esac
TOOL
head -c 16777216 /dev/urandom >"$loop"
sync
run_plan 0 "" "$scene/ata-max-address.xml" "$loop" "$token"
[ "$(tail -c 4194304 "$loop_file" | tr -d '\0' | wc -c)" -gt 4000000 ] ||
	fail "the purge went behind the limit"
noted 'capacity_after_bytes="12582912".*until the drive is plugged in again'
touches 12582912

# A run that goes on keeps to what was left.
cat >"$scene/long.xml" <<'PLAN'
<plan xmlns="urn:plateau:plan:1" name="long">
  <provision capacity="50%" method="region"/>
  <fill block="64KiB" depth="2"/>
  <test id="rounds" mix="0/100" rounds="4" duration="400ms"/>
</plan>
PLAN
rm -rf "$scene/run"
"$run" run --quiet --plan "$scene/long.xml" --target "$loop" --destroy \
	"$token" -o "$scene/run" 2>"$scene/out" &
pid=$!
sleep 0.7
kill -INT $pid
wait $pid
pid=
cp -r "$scene/run" "$scene/more"
sed -i 's/capacity_after_bytes="8388608"/capacity_after_bytes="33554432"/' \
	"$scene/more/run.xml"
expect 2 "has 16777216 bytes, and a provision stage left 33554432 of it" \
	--resume "$scene/more" --destroy "$token"
expect 0 "" --resume "$scene/run" --destroy "$token"
touches 8388608
