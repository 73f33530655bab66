# Run in the sandbox: says one fact a line, for sandbox_probe.py.
while read -r name value; do
    case $name in CapEff:|NoNewPrivs:|Seccomp:) echo "$name$value";; esac
done < /proc/self/status
for each in user pid net mnt; do echo "$each:$(readlink /proc/self/ns/$each)"; done
while read -r name rest; do case $name in *:*) echo "interface:${name%%:*}";; esac; done < /proc/net/dev
for each in / /usr /etc /dev /proc/sys; do (: > "$each/popagent-probe") 2>/dev/null && echo "writable:$each"; done
for each in $(env); do
    case $each in PWD=*|OLDPWD=*|SHLVL=*|_=*|PATH=*|LANG=*|HOME=*|TMPDIR=*) ;; *) echo "variable:${each%%=*}";; esac
done
for each in /etc/shadow /root /home /var /run; do [ -e "$each" ] && echo "visible:$each"; done
echo end
