export const errors = {
  agent: {
    failed: 'Der Agent ist gescheitert.',
    install: 'Der Befehl, der ihn installiert',
    copyInstall: 'Befehl kopieren',
    notInstalled: 'Der Agent ist nicht installiert.',
    signIn:
      '{{provider}} ist nicht angemeldet, oder die Anmeldung wurde abgelehnt{{mark}}. Melde dich damit in einem Terminal an: {{signIn}}',
  },
  cancelled: 'Das wurde abgebrochen.',
  dataFolderInUse: 'Ein anderes Parley verwendet diesen Datenordner. Beende es zuerst.',
  degraded: {
    firstError: 'Was du geschrieben hast, bleibt erhalten. Der erste Fehler war: {{message}}',
    noAnswers: 'Neue Antworten können nicht beginnen.',
    notNow: 'Parley kann das gerade nicht tun.',
  },
  internal: {
    known: 'In Parley selbst ist etwas schiefgegangen.',
    logged: 'In Parley selbst ist etwas schiefgegangen. Einzelheiten stehen im Protokoll.',
    permission:
      'Parley darf nicht in seinen Datenordner schreiben. Prüfe die Rechte des Ordners und starte Parley neu.',
    window: 'In diesem Fenster ist etwas schiefgegangen.',
  },
  invalid: {
    any: 'Das wurde nicht angenommen.',
    apiKey: 'Dieser Schlüssel enthält Zeichen, die in keinem Schlüssel vorkommen. Kopiere ihn noch einmal.',
    baseUrl:
      'Diese Adresse lässt sich nicht verwenden. Gib eine wie https://…/v1 an, ohne Benutzer und Passwort.',
    field: 'Das wurde nicht angenommen ({{field}}).',
    file: 'Diese Datei wurde nicht angenommen.',
    model: 'Wähle zuerst ein Modell für diesen Chat.',
    queueIsFull: 'In diesem Chat warten schon so viele Nachrichten wie möglich. Sende diese später.',
    values: 'Die Werte wurden nicht angenommen.',
  },
  nothingToUndo: 'Es gibt nichts rückgängig zu machen: In diesem Chat ist keine Nachricht mehr.',
  noPreviousMessage: 'Es gibt keine Nachricht zum Wiederholen: Hier wurde noch nichts gefragt.',
  notFound: {
    any: 'Das wurde nicht gefunden.',
    chat: 'Dieser Chat wurde nicht gefunden. Vielleicht wurde er gelöscht.',
    comparison: 'Dieser Vergleich wurde nicht gefunden. Vielleicht wurde er gelöscht.',
    export: 'Dieser Export ist nicht mehr da. Exportiere noch einmal.',
    file: 'Diese Datei ist nicht mehr da. Wähle sie noch einmal aus.',
    message: 'Diese Nachricht wurde in diesem Chat nicht gefunden.',
    noChats: 'Es gibt noch keine Chats zum Exportieren.',
    pane: 'Dieser Bereich wurde nicht gefunden. Vielleicht wurde er entfernt.',
    queued: 'Diese Nachricht wartet nicht mehr: Ihre Antwort hat begonnen, oder sie wurde zurückgenommen.',
    snapshot: 'Diese Sicherung wurde nicht gefunden. Vielleicht musste sie neueren weichen.',
  },
  original: 'Im Original: {{message}}',
  provider: {
    address: 'Prüfe, ob {{provider}} läuft und ob die Adresse in den Einstellungen stimmt.',
    badRequest: '{{provider}} hat die Anfrage nicht angenommen{{mark}}.',
    brokenOff:
      '{{provider}} ist mitten in der Antwort abgebrochen. Was kam, bleibt erhalten; versuche es noch einmal.',
    checkModel: 'Prüfe in den Einstellungen das Modell und seine Adresse.',
    encoding: '{{provider}} hat die Antwort auf eine Art komprimiert, die Parley nicht lesen kann.',
    finishFailed:
      '{{provider}} hat die Antwort abgebrochen ({{reason}}). Was kam, bleibt erhalten; versuche es noch einmal.',
    finishUnknown:
      '{{provider}} hat die Antwort aus einem Grund beendet, den Parley nicht kennt: „{{reason}}“. Was kam, bleibt erhalten; vielleicht ist es nicht die ganze Antwort.',
    forbidden:
      '{{provider}} erlaubt das nicht{{mark}}. Prüfe in den Einstellungen den Schlüssel und wofür er gilt.',
    headersTooLarge:
      '{{provider}} hat zu große Kopfzeilen gesendet. Vielleicht stammen sie von einem Proxy dazwischen.',
    keyRefused:
      'Der Schlüssel für {{provider}} wurde abgelehnt{{mark}}. Öffne die Einstellungen und gib einen gültigen ein.',
    nameNotFound: 'Der Name in {{address}} wurde nicht gefunden.',
    noAnswerIn: '{{provider}} hat innerhalb von {{seconds, number}}\u00a0s nicht geantwortet.',
    noList:
      '{{provider}} hat nicht mit einer Liste von Modellen geantwortet. Prüfe die Adresse in den Einstellungen; sie endet meist auf {{ending}}.',
    noStream:
      '{{provider}} hat mit etwas geantwortet, das kein Strom von Ereignissen ist. Prüfe die Adresse in den Einstellungen.',
    nothingAt: 'Unter {{address}} antwortet nichts.',
    notHttp:
      '{{provider}} hat mit etwas geantwortet, das kein HTTP ist. Prüfe Adresse und Port in den Einstellungen.',
    notTls:
      '{{provider}} antwortet nicht mit TLS. Prüfe in den Einstellungen, ob die Adresse mit http:// oder https:// beginnt.',
    online:
      'Prüfe, ob dieser Computer online ist und ob die Adresse von {{provider}} in den Einstellungen stimmt.',
    orItsAddress: 'Versuche es noch einmal oder prüfe die Adresse in den Einstellungen.',
    overloaded: '{{provider}} hat gerade selbst Schwierigkeiten{{mark}}. Versuche es später noch einmal.',
    protocol: 'Mit dem, was {{provider}} gesendet hat, stimmt etwas nicht{{mark}}.',
    rateLimited:
      '{{provider}} nimmt gerade keine weiteren Anfragen an{{mark}}. Warte etwas und versuche es noch einmal.',
    said: 'Die Meldung lautet: {{said}}',
    unfinished:
      '{{provider}} hat die Antwort beendet, ohne sie abzuschließen. Was kam, bleibt erhalten; versuche es noch einmal.',
    unnamed: {
      auth: 'Der Anbieter hat den Schlüssel abgelehnt. Prüfe ihn in den Einstellungen.',
      badRequest: 'Der Anbieter hat die Anfrage nicht angenommen.',
      overloaded: 'Der Anbieter hat gerade selbst Schwierigkeiten. Versuche es später noch einmal.',
      protocol: 'Mit dem, was der Anbieter gesendet hat, stimmt etwas nicht.',
      rateLimited:
        'Der Anbieter nimmt gerade keine weiteren Anfragen an. Warte etwas und versuche es noch einmal.',
      unreachable: 'Der Anbieter ist nicht erreichbar.',
    },
    unpaid: '{{provider}} will zuerst bezahlt werden{{mark}}. Prüfe das Guthaben deines Kontos dort.',
    unreachable: '{{provider}} ist nicht erreichbar.',
    unreadable:
      '{{provider}} hat etwas gesendet, das Parley nicht lesen konnte. Was vorher kam, bleibt erhalten; versuche es noch einmal.',
    webPage: '{{provider}} hat mit einer Webseite geantwortet. Prüfe die Adresse in den Einstellungen.',
  },
  retry: {
    overloaded: '{{provider}} hat gerade selbst Schwierigkeiten{{mark}}.',
    rateLimited: '{{provider}} nimmt gerade keine weiteren Anfragen an{{mark}}.',
    unreachable: '{{provider}} war nicht erreichbar.',
  },
  runActive: 'In diesem Chat läuft schon eine Antwort. Stoppe sie zuerst oder warte.',
  store: {
    busy: 'Ein anderes Programm hält die Datei mit deinen Chats fest, darum lässt sich gerade nichts sichern. Beende es und versuche es noch einmal.',
    damaged:
      'Die Datei mit deinen Chats ist beschädigt. Starte Parley neu: Es behält die Datei und stellt wieder her, was noch lesbar ist.',
    disk: 'Das Laufwerk mit deinen Daten ließ sich nicht lesen oder beschreiben. Prüfe, ob es da ist und Platz hat, und versuche es noch einmal.',
    full: 'Das Laufwerk ist voll, darum lässt sich nichts mehr sichern. Gib Platz frei und versuche es noch einmal.',
    newerVersion:
      'Dieser Datenordner stammt von einem neueren Parley. Es wurde nichts geändert. Installiere das neuere Parley oder starte dieses mit einem anderen Datenordner.',
    partDamaged: 'Etwas Gespeichertes ist beschädigt.',
    snapshot: 'Diese Sicherung ist beschädigt, darum wurde nichts geändert. Wähle eine andere.',
  },
  timeout: {
    any: 'Das hat zu lange gedauert und wurde aufgegeben. Versuche es noch einmal.',
    idle_one:
      '{{count, number}} Sekunde lang kam nichts, darum wurde die Antwort beendet. Versuche es noch einmal oder erlaube in den Einstellungen mehr Zeit.',
    idle_other:
      '{{count, number}} Sekunden lang kam nichts, darum wurde die Antwort beendet. Versuche es noch einmal oder erlaube in den Einstellungen mehr Zeit.',
    wall_one:
      'Die Antwort war nach {{count, number}} Sekunde nicht fertig und wurde beendet. Erlaube in den Einstellungen mehr Zeit.',
    wall_other:
      'Die Antwort war nach {{count, number}} Sekunden nicht fertig und wurde beendet. Erlaube in den Einstellungen mehr Zeit.',
  },
} as const
