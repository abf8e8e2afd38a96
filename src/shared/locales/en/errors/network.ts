/** Why a network did not lead to an address: for providers, pages, and servers of tools. */
export const networkErrors = {
  blocked: {
    what: 'A web page answered in place of {{address}}{{status}}.',
    fix: 'A firewall, a proxy or a filter in the network, or a protection against bots, may have blocked the request. Try another network, turn off a VPN, or ask the administrator of your network to allow this address.',
  },
  'certificate-date': {
    what: 'The certificate of {{address}} is not valid today{{networkCode}}.',
    fix: 'Check the date and time of this computer. If they are right, the certificate has to be renewed by the operator of the server.',
  },
  'certificate-name': {
    what: 'The certificate of {{address}} was issued for another host name.',
    fix: 'Check the host name in the address. If it is right, something else answers in its place: a proxy that inspects connections, a filter, or the sign-in page of a network.',
  },
  'certificate-unknown': {
    what: 'This computer does not trust the issuer of the certificate of {{address}}{{networkCode}}.',
    fix: 'On a company network, a proxy that inspects connections may have issued it. Add its root certificate to the certificates of this computer, or set NODE_EXTRA_CA_CERTS to its file, then restart Parley. Do the same for a server of your own.',
  },
  filtered: {
    what: 'The network does not allow this request to {{address}}{{status}}.',
    fix: 'A firewall, a proxy or a filter blocked it. Try another network, or ask the administrator of yours to allow this address.',
  },
  'network-sign-in': {
    what: 'The network requires you to sign in before it lets requests through to {{address}}{{status}}.',
    fix: 'Open any web page in your browser, sign in there, then try again.',
  },
  'no-connection': {
    what: '{{address}} did not accept the connection in time.',
    fix: 'Check that the address is correct and the server is running. If they are, a firewall may block the connection, or the network may require a VPN or a proxy. For a proxy, set HTTPS_PROXY to its address and restart Parley.',
  },
  'no-route': {
    what: 'There is no route to {{address}} from this network{{networkCode}}.',
    fix: 'Check that this computer is online and, if the server is in another network, that the VPN is connected. If your network leads to the internet only through a proxy, set HTTPS_PROXY to its address and restart Parley.',
  },
  'proxy-refused': {
    what: 'The proxy did not open a connection to {{address}}.',
    fix: 'It may not allow this address. Check HTTPS_PROXY and NO_PROXY or the proxy settings of your system, or ask the administrator of your network.',
  },
  'proxy-sign-in': {
    what: 'A proxy on the way to {{address}} requires you to sign in{{status}}.',
    fix: 'Set HTTPS_PROXY to the address of the proxy with your user name and password, as in http://name:password@proxy.example:8080, or ask the administrator of your network for a way around it, then restart Parley.',
  },
  'proxy-unreachable': {
    what: 'The proxy {{proxy}} could not be reached{{networkCode}}.',
    fix: 'Check the network, and the variables HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY or the proxy settings of your system. The address of most proxies begins with http://, not with https://.',
  },
  'proxy-unusable': {
    what: 'Parley cannot use the proxy that is set ({{proxy}}), so it did not connect to {{address}}.',
    fix: 'Parley supports HTTP and SOCKS5 proxies. Correct the address of the proxy, or add the host to NO_PROXY to connect without one, then restart Parley.',
  },
  'tls-cut': {
    what: 'The connection to {{address}} was cut during the TLS handshake.',
    fix: 'A firewall or a proxy that inspects connections may not allow this host. Try another network, or ask the administrator of yours. For a server of your own, check whether its address should start with http://.',
  },
  'tls-failed': {
    what: 'The TLS handshake with {{address}} failed{{networkCode}}.',
    fix: 'The server, or a proxy that inspects connections, may require another version of TLS or a client certificate. Ask the operator of the server or the administrator of your network.',
  },
  'tls-silent': {
    what: '{{address}} accepted the connection but did not complete the TLS handshake in time.',
    fix: 'A firewall or a proxy may hold the connection. Try another network, or ask the administrator of yours. For a server of your own, check whether its address should start with http://.',
  },
  'went-silent': {
    what: 'The connection to {{address}} went dead before an answer arrived.',
    fix: 'The network may have changed, or this computer was asleep. Check that it is online, then try again.',
  },
} as const
