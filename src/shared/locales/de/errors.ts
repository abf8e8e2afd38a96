export const errors = {
  agent: {
    failed: 'Der Agent ist fehlgeschlagen.',
    install: 'Installationsbefehl',
    copyInstall: 'Befehl kopieren',
    notInstalled: 'Der Agent ist nicht installiert.',
    signIn:
      '{{provider}} ist nicht angemeldet, oder die Anmeldung wurde abgelehnt{{mark}}. Melde dich in einem Terminal an: {{signIn}}',
  },
  cancelled: 'Abgebrochen.',
  dataFolderInUse: 'Eine andere Instanz von Parley verwendet diesen Datenordner. Beende sie zuerst.',
  degraded: {
    firstError: 'Dein Text bleibt erhalten. Der erste Fehler war: {{message}}',
    noAnswers: 'Neue Antworten können nicht starten.',
    notNow: 'Parley kann das gerade nicht tun.',
  },
  internal: {
    known: 'In Parley ist ein Fehler aufgetreten.',
    logged: 'In Parley ist ein Fehler aufgetreten. Einzelheiten stehen im Protokoll.',
    permission:
      'Parley kann nicht in seinen Datenordner schreiben. Prüfe die Zugriffsrechte des Ordners und starte Parley neu.',
    window: 'In diesem Fenster ist ein Fehler aufgetreten.',
  },
  invalid: {
    any: 'Die Eingabe ist ungültig.',
    apiKey: 'Dieser Schlüssel enthält ungültige Zeichen. Kopiere ihn erneut.',
    baseUrl:
      'Diese Adresse ist ungültig. Gib eine Adresse wie https://…/v1 an, ohne Benutzername und Passwort.',
    field: 'Der Wert von „{{field}}“ ist ungültig.',
    file: 'Diese Datei wurde nicht angenommen.',
    model: 'Wähle zuerst ein Modell für diesen Chat.',
    queueIsFull: 'Die Warteschlange dieses Chats ist voll. Sende diese Nachricht später.',
    values: 'Diese Werte wurden nicht angenommen.',
  },
  nothingToUndo: 'Nichts zu entfernen: Dieser Chat hat keine Nachrichten.',
  noPreviousMessage: 'Nichts erneut zu senden: Dieser Chat hat noch keine Nachrichten.',
  notFound: {
    any: 'Nicht gefunden.',
    chat: 'Dieser Chat wurde nicht gefunden. Vielleicht wurde er gelöscht.',
    comparison: 'Dieser Vergleich wurde nicht gefunden. Vielleicht wurde er gelöscht.',
    export: 'Dieser Export ist nicht mehr verfügbar. Exportiere erneut.',
    file: 'Diese Datei ist nicht mehr verfügbar. Wähle sie erneut aus.',
    message: 'Diese Nachricht wurde in diesem Chat nicht gefunden.',
    noChats: 'Es gibt noch keine Chats zum Exportieren.',
    pane: 'Dieser Bereich wurde nicht gefunden. Vielleicht wurde er entfernt.',
    queued:
      'Diese Nachricht ist nicht mehr in der Warteschlange. Ihre Antwort hat begonnen, oder sie wurde entfernt.',
    snapshot: 'Diese Sicherung wurde nicht gefunden. Vielleicht wurde sie durch neuere ersetzt.',
  },
  original: 'Originalmeldung: {{message}}',
  provider: {
    address: 'Prüfe, ob {{provider}} läuft und ob die Adresse in den Einstellungen stimmt.',
    badRequest: '{{provider}} hat die Anfrage abgelehnt{{mark}}.',
    brokenOff:
      'Die Verbindung zu {{provider}} ist mitten in der Antwort abgebrochen. Der bisherige Text bleibt erhalten. Versuche es erneut.',
    checkModel: 'Prüfe in den Einstellungen das Modell und seine Adresse.',
    encoding: '{{provider}} hat die Antwort auf eine Art komprimiert, die Parley nicht lesen kann.',
    finishFailed:
      '{{provider}} hat die Antwort abgebrochen ({{reason}}). Der bisherige Text bleibt erhalten. Versuche es erneut.',
    finishUnknown:
      '{{provider}} hat die Antwort aus einem unbekannten Grund beendet: „{{reason}}“. Der bisherige Text bleibt erhalten, ist aber vielleicht unvollständig.',
    forbidden:
      '{{provider}} erlaubt das nicht{{mark}}. Prüfe in den Einstellungen den Schlüssel und seine Berechtigungen.',
    headersTooLarge:
      '{{provider}} hat zu große Kopfzeilen gesendet. Vielleicht hat ein Proxy sie hinzugefügt.',
    keyRefused:
      '{{provider}} hat den Schlüssel abgelehnt{{mark}}. Gib in den Einstellungen einen gültigen Schlüssel ein.',
    nameNotFound: 'Der Hostname in {{address}} wurde nicht gefunden.',
    noAnswerIn: '{{provider}} hat innerhalb von {{seconds, number}}\u00a0s nicht geantwortet.',
    noList:
      '{{provider}} hat keine Modellliste geliefert. Prüfe die Adresse in den Einstellungen; sie endet meist auf {{ending}}.',
    noStream: '{{provider}} hat keinen Ereignisstrom geliefert. Prüfe die Adresse in den Einstellungen.',
    nothingAt: 'Unter {{address}} antwortet nichts.',
    notHttp: 'Die Antwort von {{provider}} ist kein HTTP. Prüfe Adresse und Port in den Einstellungen.',
    notTls:
      '{{provider}} antwortet nicht mit TLS. Prüfe in den Einstellungen, ob die Adresse mit http:// oder https:// beginnen muss.',
    online:
      'Prüfe, ob dieser Computer online ist und ob die Adresse von {{provider}} in den Einstellungen stimmt.',
    orItsAddress: 'Versuche es erneut oder prüfe die Adresse in den Einstellungen.',
    overloaded: '{{provider}} hat gerade Probleme{{mark}}. Versuche es später erneut.',
    protocol: '{{provider}} hat eine ungültige Antwort gesendet{{mark}}.',
    rateLimited:
      '{{provider}} nimmt gerade keine weiteren Anfragen an{{mark}}. Warte kurz und versuche es dann erneut.',
    said: 'Die Antwort lautet: {{said}}',
    unfinished:
      '{{provider}} hat die Antwort beendet, bevor sie vollständig war. Der bisherige Text bleibt erhalten. Versuche es erneut.',
    unnamed: {
      auth: 'Der Anbieter hat den Schlüssel abgelehnt. Prüfe ihn in den Einstellungen.',
      badRequest: 'Der Anbieter hat die Anfrage abgelehnt.',
      overloaded: 'Der Anbieter hat gerade Probleme. Versuche es später erneut.',
      protocol: 'Der Anbieter hat eine ungültige Antwort gesendet.',
      rateLimited:
        'Der Anbieter nimmt gerade keine weiteren Anfragen an. Warte kurz und versuche es dann erneut.',
      unreachable: 'Der Anbieter ist nicht erreichbar.',
    },
    unpaid: '{{provider}} verlangt eine Bezahlung{{mark}}. Prüfe das Guthaben deines Kontos dort.',
    unreachable: '{{provider}} ist nicht erreichbar.',
    unreadable:
      '{{provider}} hat Daten gesendet, die Parley nicht lesen konnte. Der Text davor bleibt erhalten. Versuche es erneut.',
    webPage: '{{provider}} hat eine Webseite geliefert. Prüfe die Adresse in den Einstellungen.',
  },
  retry: {
    overloaded: '{{provider}} hat gerade Probleme{{mark}}.',
    rateLimited: '{{provider}} nimmt gerade keine weiteren Anfragen an{{mark}}.',
    unreachable: '{{provider}} war nicht erreichbar.',
  },
  runActive: 'In diesem Chat läuft bereits eine Antwort. Stoppe sie oder warte.',
  store: {
    busy: 'Ein anderes Programm verwendet die Datei mit deinen Chats, darum lässt sich gerade nichts speichern. Beende es und versuche es erneut.',
    damaged:
      'Die Datei mit deinen Chats ist beschädigt. Starte Parley neu. Es behält die Datei und stellt alles wieder her, was noch lesbar ist.',
    disk: 'Das Laufwerk mit deinen Daten lässt sich nicht lesen oder beschreiben. Prüfe, ob es angeschlossen ist und freien Platz hat, und versuche es erneut.',
    full: 'Das Laufwerk ist voll, darum lässt sich nichts mehr speichern. Gib Speicherplatz frei und versuche es erneut.',
    newerVersion:
      'Eine neuere Version von Parley hat diesen Datenordner geschrieben. Es wurde nichts geändert. Installiere jene Version oder starte diese mit einem anderen Datenordner.',
    partDamaged: 'Einige gespeicherte Daten sind beschädigt.',
    snapshot: 'Diese Sicherung ist beschädigt, darum wurde nichts geändert. Wähle eine andere.',
  },
  timeout: {
    any: 'Das hat zu lange gedauert. Versuche es erneut.',
    idle_one:
      'Keine Ausgabe seit {{count, number}} Sekunde. Gestoppt. Versuche es erneut oder erlaube in den Einstellungen mehr Zeit.',
    idle_other:
      'Keine Ausgabe seit {{count, number}} Sekunden. Gestoppt. Versuche es erneut oder erlaube in den Einstellungen mehr Zeit.',
    wall_one:
      'Die Antwort war nach {{count, number}} Sekunde nicht fertig. Gestoppt. Erlaube in den Einstellungen mehr Zeit.',
    wall_other:
      'Die Antwort war nach {{count, number}} Sekunden nicht fertig. Gestoppt. Erlaube in den Einstellungen mehr Zeit.',
  },
} as const
