import { networkErrors } from '../errors/network'

/** Errors of MCP servers, as in `en/server-errors.ts`. */
export const serverErrors = {
  ...networkErrors,
  answered: { what: '{{server}} hat einen Fehler gemeldet.' },
  app: { what: 'Parley unterstützt keine Apps.' },
  asks: { what: '{{server}} hat {{method}} angefordert. Das unterstützt Parley nicht.' },
  'batch-argument': {
    what: '{{command}} ist eine Batchdatei, der Windows „{{argument}}“ nicht sicher übergeben kann.',
    fix: 'Vermeide Prozentzeichen und Zeilenumbrüche, oder starte direkt das Programm der Batchdatei.',
  },
  'bundle-damaged': { what: 'Diese Datei ist beschädigt oder kein Bundle.' },
  'bundle-entry': {
    what: 'Es enthält „{{name}}“, einen Pfad oder eine Art von Datei, die Parley nicht entpackt.',
  },
  'bundle-file': { what: 'Es ist größer als {{megabytes}} MB.' },
  'bundle-files': { what: 'Es hat mehr als {{most}} Dateien.' },
  'bundle-key': {
    what: 'Es schreibt „{{name}}“ in seine Befehlszeile, wo Parley es nicht geheim halten könnte.',
  },
  'bundle-manifest': { what: 'Sein Manifest ist ungültig (bei „{{name}}“).' },
  'bundle-none': { what: 'Es hat keine manifest.json und ist deshalb kein Bundle.' },
  'bundle-path': { what: 'Sein Befehl verweist auf etwas außerhalb des Bundles.' },
  'bundle-placeholder': { what: 'Sein Manifest verweist auf {{name}}, das es nicht gibt.' },
  'bundle-platform': { what: 'Dieses Bundle ist nicht für dein Betriebssystem gemacht.' },
  'bundle-size': { what: 'Entpackt ist es größer als {{megabytes}} MB oder viel größer als seine Datei.' },
  'bundle-value': { what: '„{{name}}“ fehlt oder hat einen unzulässigen Wert.' },
  'bundle-version': { what: 'Es verwendet Version {{version}} des Bundle-Formats, die Parley nicht kennt.' },
  'call-time': { what: '{{server}} hat nach {{seconds}} s nicht geantwortet.' },
  character: { what: 'Der Befehl enthält ein unerlaubtes Zeichen.' },
  closed: { what: '{{server}} hat die Verbindung geschlossen.', fix: 'Versuche es noch einmal.' },
  config: { what: 'Diese Serverliste gibt es nicht mehr.' },
  'connection-lost': { what: 'Die Verbindung zu {{server}} ist abgebrochen.', fix: 'Versuche es erneut.' },
  entry: { what: 'Der Eintrag hat weder einen Befehl noch eine Adresse.' },
  'entry-name': { what: 'Sein Name hat weder Buchstaben von A bis Z noch Ziffern.' },
  'entry-part': {
    what: '„{{name}}“ ist ungültig: Es ist zu lang, oder ein Name oder Wert darin ist nicht erlaubt.',
  },
  'entry-unread': {
    what: 'Parley verwendet {{names}} nicht.',
    fix: 'Trage das Fehlende in den Einstellungen des Servers ein.',
  },
  exited: {
    what: '{{server}} hat sich beendet ({{detail}}).',
    fix: 'Sieh in den Einstellungen in sein Protokoll.',
  },
  header: { what: 'Der Header {{name}} lässt sich nicht setzen.' },
  http: { what: '{{server}} hat mit einem HTTP-Fehler geantwortet{{status}}.' },
  input: { what: 'Die Eingabe muss ein Objekt sein.' },
  json: { what: 'Das ist kein gültiges JSON.' },
  known: { what: 'Es gibt schon einen Server namens {{server}}.' },
  many: { what: 'Du kannst höchstens {{most}} Server haben.', fix: 'Entferne zuerst einen.' },
  'many-found': { what: 'Parley liest bis zu {{most}} Server auf einmal. Ausgelassen: {{count}}.' },
  missing: { what: 'Es gibt keinen Server namens {{server}}.' },
  'name-not-found': {
    what: 'Der Host von {{server}} wurde nicht gefunden.',
    fix: 'Prüfe seine Adresse und deine Internetverbindung. Wenn dein Netz nur über einen Proxy ins Internet führt, setze HTTPS_PROXY auf seine Adresse und starte Parley neu.',
  },
  'needs-sign-in': {
    what: 'Du bist bei {{server}} nicht angemeldet.',
    fix: 'Melde dich unter Einstellungen, Werkzeuge an.',
  },
  'needs-visit': {
    what: 'Für {{server}} ist erst etwas auf einer Webseite zu erledigen.',
    fix: 'Rufe das Werkzeug danach noch einmal auf.',
  },
  'no-answer': {
    what: '{{server}} ist nicht erreichbar ({{detail}}).',
    fix: 'Prüfe die Adresse und dein Netz: Vielleicht blockiert eine Firewall die Verbindung, oder ein VPN oder Proxy ist nötig. Setze für einen Proxy HTTPS_PROXY auf seine Adresse und starte Parley neu.',
  },
  'no-connection': { what: 'Parley konnte keine Verbindung zu {{server}} herstellen.' },
  'no-sign-in': { what: '{{server}} hat keine Anmeldung.' },
  'no-tls': {
    what: 'Eine sichere Verbindung zu {{server}} ist nicht möglich ({{detail}}).',
    fix: 'Prüfe seine Adresse und sein Zertifikat.',
  },
  none: { what: 'In diesem Text wurden keine Server gefunden.' },
  'not-allowed': {
    what: 'Du hast den Start von {{server}} nicht erlaubt.',
    fix: 'Um erneut gefragt zu werden, starte ihn unter Einstellungen, Werkzeuge.',
  },
  'not-http': { what: '{{server}} spricht kein HTTP ({{detail}}).', fix: 'Prüfe seine Adresse.' },
  'nothing-there': {
    what: 'Unter der Adresse von {{server}} antwortet nichts.',
    fix: 'Prüfe, ob der Server läuft, und seine Adresse. Wenn er außerhalb deines Netzes ist, brauchst du vielleicht einen Proxy: Setze HTTPS_PROXY auf dessen Adresse und starte Parley neu.',
  },
  'not-started': { what: '{{command}} ließ sich nicht starten ({{detail}}).' },
  off: { what: '{{server}} ist ausgeschaltet.' },
  placeholder: {
    what: 'Sein Befehl oder seine Adresse enthält einen Wert, den nur das andere Programm kennt: {{names}}.',
    fix: 'Füge den Server von Hand hinzu.',
  },
  'placeholder-values': {
    what: 'Nur das andere Programm kennt den Wert von {{names}}.',
    fix: 'Trage ihn in den Einstellungen des Servers ein.',
  },
  'program-gone': {
    what: 'Das Programm {{command}} wurde nicht gefunden.',
    fix: 'Installiere es oder korrigiere den Befehl in den Einstellungen.',
  },
  redirected: { what: '{{server}} hat auf {{target}} verwiesen, eine Adresse in deinem eigenen Netz.' },
  'session-lost': { what: '{{server}} kennt die Sitzung nicht mehr.', fix: 'Versuche es noch einmal.' },
  'sign-in-address': {
    what: '{{server}} wollte dich bei {{target}} anmelden. Diese Adresse öffnet Parley nicht.',
  },
  'sign-in-failed': {
    what: 'Die Anmeldung bei {{server}} ist fehlgeschlagen.',
    fix: 'Melde dich erneut an.',
  },
  'sign-in-insecure': { what: '{{server}} hat auf {{target}} verwiesen, das kein https verwendet.' },
  'sign-in-issuer': {
    what: '{{server}} meldet jetzt bei {{target}} an statt bei {{known}}, zu dem deine Client-ID gehört. Nichts wurde dorthin gesendet.',
    fix: 'Wenn du das erwartet hast, entferne den Server und füge ihn neu hinzu.',
  },
  'sign-in-mixed': {
    what: '{{server}} will, dass du dich bei {{page}} anmeldest, das Ergebnis aber an {{target}} geht. Nichts wurde dorthin gesendet.',
  },
  'sign-in-moved': {
    what: 'Die Anmeldung bei {{server}} wurde zu {{target}} umgeleitet. Dorthin wurde nichts gesendet.',
  },
  'sign-in-refused': {
    what: 'Der Zugriff auf {{server}} wurde verweigert.',
    fix: 'Melde dich erneut an, um ihn zu erlauben.',
  },
  'sign-in-time': {
    what: 'Die Anmeldung bei {{server}} hat zu lange gedauert.',
    fix: 'Melde dich erneut an.',
  },
  sse: { what: 'Parley unterstützt keine Server vom Typ sse.' },
  'start-time': {
    what: '{{server}} war nach {{seconds}} s nicht bereit.',
    fix: 'Sieh in den Einstellungen in sein Protokoll.',
  },
  'too-large': { what: 'Der Server hat eine Nachricht von mehr als {{megabytes}} MB gesendet.' },
  'tool-app': { what: 'Es ist nur für Apps bestimmt, die Parley nicht unterstützt.' },
  'tool-changed': {
    what: '{{server}} hat das Werkzeug {{tool}} geändert. Nichts wurde ausgeführt.',
    fix: 'Ein neuer Aufruf legt dir die neue Fassung vor.',
  },
  'tool-gone': { what: '{{server}} bietet das Werkzeug {{tool}} nicht mehr an.' },
  'tool-name': { what: 'Sein Name ist nicht verwendbar.' },
  'tool-schema': { what: 'Sein Eingabeschema ist zu groß oder ungültig.' },
  'tool-twice': { what: 'Ein anderes Werkzeug hat denselben Namen.' },
  'tool-unreadable': { what: 'Seine Definition ist nicht lesbar.' },
  'tools-many': { what: 'Der Server hat zu viele Werkzeuge.' },
  transport: { what: 'Ein neuer Server braucht einen Befehl oder eine Adresse.' },
  unreadable: { what: '{{server}} hat eine Antwort gesendet, die Parley nicht lesen konnte.' },
  value: {
    what: 'Ein gespeicherter Wert des Servers {{server}} lässt sich nicht lesen.',
    fix: 'Ist der Schlüsselspeicher deines Systems gesperrt, entsperre ihn und starte Parley neu. Sonst gib den Wert in den Einstellungen neu ein.',
  },
  'variable-reserved': { what: 'Die Variable {{name}} ist für Parley reserviert.' },
} as const
