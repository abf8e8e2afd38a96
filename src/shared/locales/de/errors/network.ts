/** Errors of the network, as in `en/errors/network.ts`. */
export const networkErrors = {
  blocked: {
    what: 'Anstelle von {{address}} hat eine Webseite geantwortet{{status}}.',
    fix: 'Vielleicht hat eine Firewall, ein Proxy oder ein Filter im Netz die Anfrage blockiert, oder ein Schutz vor Bots. Versuche es in einem anderen Netz oder ohne VPN, oder bitte die Administration deines Netzes, diese Adresse freizugeben.',
  },
  'certificate-date': {
    what: 'Das Zertifikat von {{address}} ist heute nicht gültig{{networkCode}}.',
    fix: 'Prüfe Datum und Uhrzeit dieses Computers. Wenn sie stimmen, muss der Betreiber des Servers das Zertifikat erneuern.',
  },
  'certificate-name': {
    what: 'Das Zertifikat von {{address}} ist für einen anderen Hostnamen ausgestellt.',
    fix: 'Prüfe den Hostnamen in der Adresse. Wenn er stimmt, antwortet etwas anderes an seiner Stelle: ein Proxy, der Verbindungen untersucht, ein Filter oder die Anmeldeseite eines Netzes.',
  },
  'certificate-unknown': {
    what: 'Dieser Computer vertraut dem Aussteller des Zertifikats von {{address}} nicht{{networkCode}}.',
    fix: 'In einem Firmennetz kann es von einem Proxy stammen, der Verbindungen untersucht. Füge dessen Stammzertifikat zu den Zertifikaten dieses Computers hinzu oder setze NODE_EXTRA_CA_CERTS auf seine Datei, und starte Parley neu. Für einen eigenen Server gilt dasselbe mit dessen Zertifikat.',
  },
  filtered: {
    what: 'Das Netz erlaubt diese Anfrage an {{address}} nicht{{status}}.',
    fix: 'Eine Firewall, ein Proxy oder ein Filter hat sie blockiert. Versuche es in einem anderen Netz oder bitte die Administration deines Netzes, diese Adresse freizugeben.',
  },
  'network-sign-in': {
    what: 'Das Netz verlangt eine Anmeldung, bevor es Anfragen an {{address}} durchlässt{{status}}.',
    fix: 'Öffne eine beliebige Webseite in deinem Browser, melde dich dort an und versuche es dann erneut.',
  },
  'no-connection': {
    what: '{{address}} hat die Verbindung nicht rechtzeitig angenommen.',
    fix: 'Prüfe, ob die Adresse stimmt und der Server läuft. Wenn ja, blockiert vielleicht eine Firewall die Verbindung, oder das Netz verlangt ein VPN oder einen Proxy. Setze für einen Proxy HTTPS_PROXY auf seine Adresse und starte Parley neu.',
  },
  'no-route': {
    what: 'Aus diesem Netz führt kein Weg zu {{address}}{{networkCode}}.',
    fix: 'Prüfe, ob dieser Computer online ist und, falls der Server in einem anderen Netz ist, ob das VPN verbunden ist. Wenn dein Netz nur über einen Proxy ins Internet führt, setze HTTPS_PROXY auf seine Adresse und starte Parley neu.',
  },
  'proxy-refused': {
    what: 'Der Proxy hat keine Verbindung zu {{address}} geöffnet.',
    fix: 'Vielleicht erlaubt er diese Adresse nicht. Prüfe HTTPS_PROXY und NO_PROXY oder die Proxy-Einstellungen deines Systems, oder frage die Administration deines Netzes.',
  },
  'proxy-sign-in': {
    what: 'Ein Proxy auf dem Weg zu {{address}} verlangt eine Anmeldung{{status}}.',
    fix: 'Setze HTTPS_PROXY auf die Adresse des Proxys mit Benutzername und Passwort, wie in http://name:passwort@proxy.example:8080, oder frage die Administration deines Netzes nach einem anderen Weg, und starte Parley neu.',
  },
  'proxy-unreachable': {
    what: 'Der Proxy {{proxy}} ist nicht erreichbar{{networkCode}}.',
    fix: 'Prüfe das Netz sowie die Variablen HTTPS_PROXY, HTTP_PROXY, ALL_PROXY und NO_PROXY oder die Proxy-Einstellungen deines Systems. Die Adresse der meisten Proxys beginnt mit http://, nicht mit https://.',
  },
  'proxy-unusable': {
    what: 'Parley kann den eingestellten Proxy nicht verwenden ({{proxy}}) und hat sich deshalb nicht mit {{address}} verbunden.',
    fix: 'Parley unterstützt HTTP- und SOCKS5-Proxys. Korrigiere die Adresse des Proxys, oder nimm den Host in NO_PROXY auf, um dich ohne Proxy zu verbinden, und starte Parley neu.',
  },
  'tls-cut': {
    what: 'Die Verbindung zu {{address}} wurde während des TLS-Handshakes getrennt.',
    fix: 'Vielleicht erlaubt eine Firewall oder ein Proxy, der Verbindungen untersucht, diesen Host nicht. Versuche es in einem anderen Netz oder frage die Administration deines Netzes. Prüfe bei einem eigenen Server, ob seine Adresse mit http:// beginnen muss.',
  },
  'tls-failed': {
    what: 'Der TLS-Handshake mit {{address}} ist fehlgeschlagen{{networkCode}}.',
    fix: 'Vielleicht verlangt der Server, oder ein Proxy, der Verbindungen untersucht, eine andere TLS-Version oder ein Client-Zertifikat. Frage den Betreiber des Servers oder die Administration deines Netzes.',
  },
  'tls-silent': {
    what: '{{address}} hat die Verbindung angenommen, den TLS-Handshake aber nicht rechtzeitig abgeschlossen.',
    fix: 'Vielleicht hält eine Firewall oder ein Proxy die Verbindung auf. Versuche es in einem anderen Netz oder frage die Administration deines Netzes. Prüfe bei einem eigenen Server, ob seine Adresse mit http:// beginnen muss.',
  },
  'went-silent': {
    what: 'Die Verbindung zu {{address}} ist abgerissen, bevor eine Antwort kam.',
    fix: 'Vielleicht hat sich das Netz geändert, oder dieser Computer hat geschlafen. Prüfe, ob er online ist, und versuche es erneut.',
  },
} as const
