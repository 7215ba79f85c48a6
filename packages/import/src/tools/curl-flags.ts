/** curl's flags (8.x): those a plan has something for, and the others by the reason why it has not. */
export const curlFlags = {
  style: 'getopt',
  read: {
    url: '--url=',
    method: '-X= --request=',
    header: '-H= --header=',
    data: '-d= --data= --data-ascii= --data-binary= --data-raw= --data-urlencode= --json=',
    form: '-F= --form= --form-string=',
    query: '--url-query=',
    get: '-G --get',
    head: '-I --head',
    upload: '-T= --upload-file=',
    user: '-u= --user=',
    bearer: '--oauth2-bearer=',
    cookie: '-b= --cookie=',
    userAgent: '-A= --user-agent=',
    referer: '-e= --referer=',
    range: '-r= --range=',
    compressed: '--compressed',
    socket: '--unix-socket=',
    timeout: '-m= --max-time=',
    insecure: '-k --insecure',
    http1: '--http1.1',
    http2: '--http2',
    http2Only: '--http2-prior-knowledge',
    pieces: '-N --no-buffer',
  },
  unmapped: {
    output:
      '-o= --output= --output-dir= -O --remote-name --remote-name-all -J --remote-header-name -R --remote-time -s --silent -S --show-error -v --verbose -i --include --show-headers -w= --write-out= -# --progress-bar --no-progress-meter -f --fail --fail-with-body --fail-early -D= --dump-header= --trace= --trace-ascii= --trace-time --trace-ids --trace-config= --stderr= --buffer --create-dirs --create-file-mode= --no-clobber --clobber --remove-on-error --styled-output --libcurl= --xattr --skip-existing -V --version -h= --help= -M --manual --raw --ignore-content-length --max-filesize= -q --disable --etag-save= --etag-compare= -B --use-ascii',
    redirect: '-L --location --location-trusted --follow --max-redirs= --post301 --post302 --post303',
    proxy:
      '-x= --proxy= --preproxy= -U= --proxy-user= --proxy-anyauth --proxy-basic --proxy-digest --proxy-insecure --proxy-negotiate --proxy-ntlm --proxy-header= --proxy1.0= --proxy-http2 -p --proxytunnel --noproxy= --socks4= --socks4a= --socks5= --socks5-hostname= --socks5-basic --socks5-gssapi --socks5-gssapi-nec --socks5-gssapi-service= --proxy-cacert= --proxy-capath= --proxy-cert= --proxy-cert-type= --proxy-ciphers= --proxy-crlfile= --proxy-key= --proxy-key-type= --proxy-pass= --proxy-pinnedpubkey= --proxy-service-name= --proxy-ssl-allow-beast --proxy-ssl-auto-client-cert --proxy-tls13-ciphers= --proxy-tlsauthtype= --proxy-tlspassword= --proxy-tlsuser= --proxy-tlsv1 --proxy-ca-native --suppress-connect-headers --haproxy-protocol --haproxy-clientip=',
    resolve:
      '--resolve= --connect-to= --dns-interface= --dns-ipv4-addr= --dns-ipv6-addr= --dns-servers= --doh-url= --doh-insecure --doh-cert-status -4 --ipv4 -6 --ipv6 --happy-eyeballs-timeout-ms= --alt-svc= --hsts=',
    connectTimeout: '--connect-timeout= --expect100-timeout= -y= --speed-time= -Y= --speed-limit=',
    retry:
      '--retry= --retry-delay= --retry-max-time= --retry-all-errors --retry-connrefused -C= --continue-at= -Z --parallel --parallel-immediate --parallel-max= --rate= -: --next',
    tls: '-1 --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 -2 --sslv2 -3 --sslv3 --tls-max= --ciphers= --tls13-ciphers= --curves= --sigalgs= --no-alpn --alpn --no-npn --no-sessionid --cert-status --ssl --ssl-reqd --ssl-allow-beast --ssl-auto-client-cert --ssl-no-revoke --ssl-revoke-best-effort --false-start --pinnedpubkey= --engine= --random-file= --egd-file= --ca-native --ech= --tls-earlydata --tlsauthtype= --tlsuser= --tlspassword=',
    file: '--cacert= --capath= --crlfile= -E= --cert= --cert-type= --key= --key-type= --pass= -K= --config= -c= --cookie-jar= -n --netrc --netrc-file= --netrc-optional -j --junk-session-cookies --variable=',
    credentials:
      '--anyauth --digest --negotiate --ntlm --ntlm-wb --aws-sigv4= --sasl-authzid= --sasl-ir --login-options= --delegation= --service-name= --krb=',
    socket:
      '--interface= --local-port= --abstract-unix-socket= --tcp-nodelay --no-tcp-nodelay --tcp-fastopen --keepalive-time= --keepalive-intvl= --keepalive-cnt= --no-keepalive --limit-rate= --ip-tos= --vlan-priority= --mptcp',
    version: '-0 --http1.0 --http0.9 --http3 --http3-only',
    anyway: '--basic --path-as-is -g --globoff --tr-encoding --compressed-ssh',
    other:
      '-z= --time-cond= --request-target= --proto= --proto-default= --proto-redir= -a --append --crlf --form-escape --disallow-username-in-url -l --list-only -Q= --quote= -P= --ftp-port= --ftp-account= --ftp-alternative-to-user= --ftp-create-dirs --ftp-method= --ftp-pasv --ftp-pret --ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode= --ftp-ssl-control --disable-eprt --disable-epsv --mail-auth= --mail-from= --mail-rcpt= --mail-rcpt-allowfails --hostpubmd5= --hostpubsha256= --pubkey= -t= --telnet-option= --tftp-blksize= --tftp-no-options --metalink',
  },
} as const;
