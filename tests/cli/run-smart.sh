#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# What smartctl says before and after a run, and each of its tests, is in
# run.xml, and a smartctl that fails, prints nonsense or is missing stops
# nothing.
. tests/cli/run-scene.inc
loop_device 16MiB
mkdir "$scene/bin"
count=$scene/count
cat >"$scene/bin/smartctl" <<TOOL
#!/bin/sh
[ "\$*" = "-j -a $loop" ] || exit 1
echo x >>$count
n=\$(wc -l <$count)
cat <<JSON
{"form_factor": {"name": "2.5 inches"}, "temperature": {"current":
 \$((30 + n))}, "ata_smart_attributes": {"table": [
 {"name": "Host_Writes_32MiB", "raw": {"value": \$((1000 + 10 * n))}},
 {"name": "NAND_Writes_32MiB", "raw": {"value": \$((5000 + 25 * n))}}]}}
JSON
exit 64
TOOL
chmod +x "$scene/bin/smartctl"

# Without the folders of the system's own smartctl, for this command only.
measure() {
	(
		PATH=$scene/bin:/usr/bin:/bin
		expect 0 "" --plan "$scene/read.xml" --target "$loop" \
			-o "$scene/$1"
	) || exit 1
}
measure good
for fact in 'form_factor" value="2.5 inches' 'temperature_c_begin" value="31' \
	'temperature_c_begin" value="32' 'temperature_c_end" value="33' \
	'temperature_c_end" value="34'; do
	grep -q "$fact" "$scene/good/run.xml" || fail "no $fact"
done
grep -A1 '<counters>' "$scene/good/run.xml" |
	grep -q 'temperature_c_begin" value="32' || fail "not of the test"
grep -q 'note="write amplification 2.50: .* 335.5 MB from the host, 838.9 MB' \
	"$scene/good/run.xml" || fail "$(grep 'id="read"' "$scene/good/run.xml")"
printf '#!/bin/sh\nprintf "\\033[2J{"; head -c 100000 /dev/urandom; kill $$\n' \
	>"$scene/bin/smartctl"
measure nonsense
printf '#!/bin/sh\nyes 1111111111111111111111111111\n' >"$scene/bin/smartctl"
measure endless
rm "$scene/bin/smartctl"
measure missing
! grep -q temperature "$scene/missing/run.xml" || fail "made up"
