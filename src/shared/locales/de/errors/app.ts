import { webErrors } from './web'

/** Errors of Parley itself, as in `en/errors/app.ts`. */
export const appErrors = {
  DEGRADED: {
    'no-answers': { what: 'Neue Antworten können nicht starten.', detail: '{{firstError}}' },
    'not-now': { what: 'Parley kann das gerade nicht tun.', detail: '{{firstError}}' },
  },
  LIMIT_REACHED: {
    ...webErrors.LIMIT_REACHED,
    'watch-limit': {
      what: 'Die Beobachtung dieser Sammlung hat ihre Grenze von {{limitUsd, currency(USD)}} für diesen Monat erreicht.',
      fix: 'Erhöhe ihre Grenze oder warte bis zum nächsten Monat.',
    },
    day: {
      what: 'Das Ausgabenlimit für heute ({{limitUsd, currency(USD)}}) ist erreicht.',
      fix: 'Erhöhe es unter „Ausgaben“ oder warte bis morgen.',
    },
    month: {
      what: 'Das Ausgabenlimit für diesen Monat ({{limitUsd, currency(USD)}}) ist erreicht.',
      fix: 'Erhöhe es unter „Ausgaben“ oder warte bis nächsten Monat.',
    },
  },
  CANCELLED: {
    interrupted: { what: 'Parley wurde unterbrochen. Alles, was die Anfrage gestartet hat, ist beendet.' },
    call: { what: 'Der Aufruf wurde abgebrochen.' },
    'connection-lost': { what: 'Die Verbindung zu Parley ist abgebrochen.', fix: 'Versuche es erneut.' },
    'connection-lost-export': {
      what: 'Die Verbindung zu Parley ist abgebrochen.',
      fix: 'Exportiere erneut, sobald die Verbindung wieder da ist.',
    },
    'connection-lost-import': {
      what: 'Die Verbindung zu Parley ist abgebrochen.',
      fix: 'Alles bisher Importierte ist gespeichert. Importiere die Datei erneut, um den Rest zu bekommen.',
    },
    export: { what: 'Der Export wurde abgebrochen.' },
    import: { what: 'Der Import wurde abgebrochen.', fix: 'Alles bisher Importierte bleibt erhalten.' },
    'check-not-agreed': { what: 'Du hast den Befehl nicht erlaubt, deshalb wurde nichts ausgeführt.' },
    'not-agreed': { what: 'Du hast die Änderung nicht erlaubt, darum wurde nichts geändert.' },
    'not-connected': {
      what: 'Parley ist nicht erreichbar.',
      fix: 'Deine Nachricht bleibt hier. Sende sie, wenn die Verbindung wieder besteht.',
    },
    'not-begun': { what: 'Vor dem Start abgebrochen.', fix: 'Es wurde nichts gespeichert.' },
    quitting: { what: 'Parley wird beendet.' },
    replaced: {
      what: 'Eine andere Nachricht hat diese ersetzt, bevor sie gesendet wurde.',
      fix: 'Es wurde nichts gespeichert.',
    },
    request: { what: 'Die Anfrage wurde abgebrochen.' },
    'settings-changed': {
      what: 'Die Einstellungen des Agenten haben sich während der Rückfrage geändert.',
      fix: 'Speichere noch einmal.',
    },
    unreachable: { what: 'Parley ist nicht erreichbar.', fix: 'Versuche es gleich noch einmal.' },
    work: { what: 'Abgebrochen.' },
  },
  TIMEOUT: {
    ...webErrors.TIMEOUT,
    window: { what: 'Das Fenster hat keine Änderungen mehr gelesen.', fix: 'Lade es neu.' },
    idle: {
      what_one: 'Keine Ausgabe seit {{count, number}} Sekunde. Gestoppt.',
      what_other: 'Keine Ausgabe seit {{count, number}} Sekunden. Gestoppt.',
      fix: 'Versuche es erneut oder erlaube in den Einstellungen mehr Zeit.',
    },
    summary: {
      what: 'Die Zusammenfassung hat zu lange gedauert und wurde verworfen.',
      fix: 'Versuche es erneut oder wähle ein anderes Modell.',
    },
    'title-generation': { what: 'Das Generieren eines Titels hat zu lange gedauert.' },
    wall: {
      what_one: 'Die Antwort war nach {{count, number}} Sekunde nicht vollständig. Gestoppt.',
      what_other: 'Die Antwort war nach {{count, number}} Sekunden nicht vollständig. Gestoppt.',
      fix: 'Erlaube in den Einstellungen mehr Zeit.',
    },
    work: { what: 'Das hat zu lange gedauert und wurde gestoppt.', fix: 'Versuche es erneut.' },
    'work-beside': {
      what: 'Das wurde gestoppt, weil etwas anderes zu lange gedauert hat.',
      fix: 'Versuche es erneut.',
    },
  },
  INTERNAL: {
    'contestant-hidden': {
      what: 'Diese Antwort ist fehlgeschlagen.',
      fix: 'Der Grund erscheint, wenn die Teilnehmer aufgedeckt werden.',
    },
    'not-started': { what: 'Parley konnte nicht starten: {{detail}}' },
    answer: {
      what: 'Ein Fehler in Parley hat die Antwort beendet.',
      kept: 'Der bisherige Text bleibt erhalten.',
      fix: 'Einzelheiten stehen im Protokoll.',
    },
    bug: { what: 'In Parley ist ein Fehler aufgetreten.', fix: 'Einzelheiten stehen im Protokoll.' },
    'data-folder': {
      what: 'Parley kann nicht in den Datenordner {{folder}} schreiben ({{detail}}).',
      fix: 'Prüfe die Zugriffsrechte oder wähle mit --user-data einen anderen Ordner.',
    },
    'data-folder-forbidden': {
      what: 'Du hast keine Berechtigung, in den Datenordner {{folder}} zu schreiben.',
      fix: 'Ändere die Zugriffsrechte oder wähle mit --user-data einen anderen Ordner.',
    },
    'data-folder-read-only': {
      what: 'Der Datenordner {{folder}} liegt auf einem schreibgeschützten Laufwerk.',
      fix: 'Wähle mit --user-data einen anderen Ordner.',
    },
    'file-not-read': {
      what: '{{name}} konnte nicht gelesen werden ({{detail}}).',
      fix: 'Prüfe, ob Parley seinen Datenordner lesen kann, und starte Parley neu.',
    },
    'file-not-saved': {
      what: '{{name}} konnte nicht gespeichert werden ({{detail}}).',
      fix: 'Prüfe, ob Parley in seinen Datenordner schreiben kann, und versuche es erneut.',
    },
    'file-unreadable': {
      what: 'Die Datei konnte nicht gelesen werden.',
      fix: 'Vielleicht wurde sie verschoben oder geändert. Wähle sie erneut aus.',
    },
    'instance-lock': {
      what: 'Parley konnte {{folder}} für diesen Start nicht sperren.',
      fix: 'Prüfe, ob du in diesen Ordner und in den Ordner für temporäre Dateien schreiben kannst und ob ihr Laufwerk Verknüpfungen unterstützt. Starte Parley dann erneut.',
    },
    'native-module': {
      what: 'Das Datenbankmodul von Parley konnte nicht geladen werden ({{detail}}).',
      fix: 'Installiere Parley neu. Wenn du es aus dem Quellcode startest, verwende npm ci.',
    },
    'key-not-encrypted': {
      what: 'Der gespeicherte Schlüssel von {{providerId}} konnte nicht mit dem Schlüsselspeicher deines Systems verschlüsselt werden.',
    },
    'link-not-opened': { what: 'Keine App auf diesem Computer kann {{address}} öffnen.' },
    'not-restarted': {
      what: 'Parley konnte nicht neu starten, darum wurde nichts geändert.',
      fix: 'Beende Parley, starte es wieder und versuche es dann erneut.',
    },
    'page-not-opened': {
      what: 'Die Seite konnte nicht in deinem Browser geöffnet werden ({{detail}}).',
      fix: 'Speichere sie als Datei und öffne dann diese Datei.',
    },
    permission: {
      what: 'Parley kann nicht in seinen Datenordner schreiben.',
      fix: 'Prüfe die Zugriffsrechte des Ordners und starte Parley neu.',
    },
    window: { what: 'In diesem Fenster ist ein Fehler aufgetreten.' },
  },
} as const
