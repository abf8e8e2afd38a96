import { agentInputErrors } from './agent-input'
import { compareErrors } from './compare'
import { mergeErrors } from './merge'
import { webErrors } from './web'

/** Refused requests, as in `en/errors/input.ts`. */
export const inputErrors = {
  INVALID_INPUT: {
    ...compareErrors,
    ...mergeErrors,
    ...webErrors.INVALID_INPUT,
    ...agentInputErrors,
    // Chats and their messages.
    'message-empty': { what: 'Schreib zuerst eine Nachricht.' },
    'message-too-long': {
      what: 'Diese Nachricht ist {{megabytes, number}} MB groß, das Limit liegt bei {{max, number}} MB.',
      fix: 'Kürze sie, um sie zu senden. Dein Text bleibt erhalten.',
    },
    'not-editable': { what: 'Nur Fragen und Antworten lassen sich bearbeiten.' },
    'agent-chat-not-compacted': {
      what: 'Ein Chat mit einem Agenten lässt sich nicht verdichten.',
      fix: 'Der Agent verwaltet seinen Kontext selbst.',
    },
    'nothing-to-compact': {
      what: 'Es gibt nichts zu verdichten.',
      fix: 'Die neuesten Fragen und Antworten werden nie verdichtet, und davor gibt es nichts.',
    },
    'summary-by-agent': {
      what: 'Ein Agent kann keine Zusammenfassung schreiben.',
      fix: 'Wähle ein Modell.',
    },
    'summary-needs-larger-model': {
      what: 'Der Kontext dieses Modells ist zu klein für die Nachrichten, die zusammengefasst werden sollen.',
      fix: 'Wähle ein Modell mit größerem Kontext.',
    },
    'not-continued': {
      what: 'Diese Antwort lässt sich nicht fortsetzen.',
      fix: 'Generiere sie neu oder sende eine weitere Nachricht.',
    },
    'only-user-message-edited': { what: 'Nur Fragen lassen sich bearbeiten und erneut senden.' },
    'only-with-text': { what: 'Anhänge lassen sich nur zusammen mit dem Text ändern.' },
    'period-reversed': { what: 'Der Zeitraum endet vor seinem Beginn.' },
    'queue-full': {
      what: 'Die Warteschlange dieses Chats ist voll ({{count, number}} Nachrichten).',
      fix: 'Sende diese Nachricht später.',
    },
    'session-not-in-trash': {
      what: 'Nur Chats im Papierkorb lassen sich endgültig löschen.',
      fix: 'Verschiebe diesen Chat zuerst in den Papierkorb.',
    },
    'tool-folder-imported': { what: 'Du hast den Ordner noch nicht erlaubt.' },
    'tool-folder-none': { what: 'Es ist kein Ordner ausgewählt.', fix: 'Wähle zuerst einen aus.' },
    'temporary-agent': {
      what: 'In einem temporären Chat können keine Agenten arbeiten, weil sie eigene Aufzeichnungen anlegen.',
      fix: 'Wähle ein Modell oder speichere den Chat zuerst.',
    },
    'temporary-files': {
      what: 'Ein temporärer Chat kann keine Dateien enthalten, weil Parley sie speichern würde.',
      fix: 'Füge stattdessen den Text ein oder speichere den Chat zuerst.',
    },
    'temporary-not-copied': {
      what: 'Ein temporärer Chat lässt sich nicht kopieren.',
      fix: 'Speichere ihn zuerst.',
    },
    'temporary-not-listed': {
      what: 'Ein temporärer Chat steht nicht in der Liste und lässt sich deshalb nicht anheften, archivieren oder in ein Projekt verschieben.',
      fix: 'Speichere ihn zuerst.',
    },
    'wrong-message': { what: 'Nur Fragen und Antworten lassen sich erneut senden.' },
    // Files.
    'bytes-missing': {
      what: 'Nur {{receivedBytes, number}} von {{sizeBytes, number}} Byte wurden empfangen.',
    },
    'bytes-too-many': { what: 'Die Datei hat mehr als die angekündigten {{sizeBytes, number}} Byte.' },
    'chat-too-long': {
      what: 'Dieser Chat ist zu lang, um ihn als Text zu kopieren.',
      fix: 'Exportiere ihn stattdessen als Datei.',
    },
    'file-being-read': { what: 'Diese Datei wird bereits gelesen.' },
    'file-has-no-text': { what: 'Diese Datei enthält keinen Text.' },
    'file-too-large': { what: 'Die Datei ist größer als {{limit}}.' },
    'files-too-many': {
      what: '{{max}} Dateien werden bereits hochgeladen.',
      fix: 'Warte, bis eine davon fertig ist.',
    },
    'import-refused': { what: '{{reasons}}' },
    'message-too-deep': {
      what: 'Werte in Nachricht {{number}} sind mehr als {{max}} Ebenen tief verschachtelt.',
    },
    'message-too-large': { what: 'Nachricht {{number}} ist größer als {{limit}}.' },
    offset: { what: 'Die Datei hat {{sizeBytes, number}} Byte, an dieser Stelle also nichts mehr.' },
    'offset-expected': {
      what: 'Der nächste Teil muss bei {{expected, number}} beginnen, nicht bei {{offset, number}}.',
    },
    'zip-too-large': {
      what: 'Diese Chats passen nicht in ein ZIP.',
      fix: 'Wähle weniger aus und exportiere sie in mehreren Teilen.',
    },
    // Attachments.
    'attachment-failed': {
      what: '{{name}} wurde nicht angehängt.',
      fix: 'Entferne die Datei und sende dann die Nachricht.',
    },
    'attachment-folder': {
      what: '„{{name}}“ ist ein Ordner. Nur Dateien können angehängt werden.',
      fix: 'Lege stattdessen die Dateien darin ab. Ein Agent kann in einem Ordner arbeiten, und ein Projekt kann ihn als Wissen enthalten.',
    },
    'attachment-too-large': {
      what: 'Diese Datei ist zu groß.',
      fix: 'Anhänge dürfen höchstens {{mebibytes, number}} MB groß sein.',
    },
    'import-folder': {
      what: '„{{name}}“ ist ein Ordner. Parley importiert eine Datei nach der anderen.',
      fix: 'Packe ihn als ZIP-Datei und importiere diese.',
    },
    'knowledge-dropped': {
      what: '„{{name}}“ ist ein Ordner und kann hier nicht abgelegt werden.',
      fix: 'Füge ihn mit „Ordner hinzufügen“ hinzu, damit Änderungen darin bemerkt werden.',
    },
    'text-too-long': {
      what: 'Der Text hätte {{found, number}} Zeichen, aber eine Nachricht kann höchstens {{max, number}} haben. Er wurde nicht eingefügt.',
      fix: 'Kürze ihn, oder speichere ihn als Dateien und hänge diese an.',
    },
    'attachments-too-many': { what: 'Eine Nachricht kann höchstens {{max, number}} Anhänge haben.' },
    'broke-off': {
      what: 'Diese Datei konnte nicht vollständig gelesen werden.',
      fix: 'Speichere sie neu oder hänge ihren Text an.',
    },
    'damaged-image': {
      what: 'Dieses Bild ist beschädigt oder unvollständig.',
      fix: 'Speichere es neu und hänge die neue Datei an.',
    },
    'damaged-pdf': {
      what: 'Dieses PDF ist beschädigt oder nicht lesbar.',
      fix: 'Speichere es neu oder hänge seinen Text an.',
    },
    empty: { what: 'Diese Datei ist leer.' },
    'large-image': {
      what: 'Dieses Bild hat zu viele Pixel, um es anzuzeigen.',
      fix: 'Verkleinere es zuerst.',
    },
    'locked-pdf': {
      what: 'Dieses PDF ist passwortgeschützt.',
      fix: 'Speichere eine Kopie ohne Passwort und hänge diese an.',
    },
    'long-text': {
      what: 'Dieser Text ist zu lang. Eine Nachricht kann höchstens {{max, number}} Zeichen enthalten.',
      fix: 'Hänge nur den wichtigen Teil an.',
    },
    memory: {
      what: 'Das Lesen dieser Datei würde zu viel Speicher brauchen.',
      fix: 'Hänge stattdessen ihren Text an.',
    },
    slow: {
      what: 'Das Lesen dieser Datei dauert zu lange.',
      fix: 'Hänge nur den wichtigen Teil oder ihren Text an.',
    },
    'unknown-kind': {
      what: 'Dieser Dateityp wird nicht unterstützt.',
      fix: 'Hänge ein Bild (PNG, JPEG, GIF oder WebP), eine Textdatei oder ein PDF an.',
    },
    // Forms.
    'form-declined': { what: 'Dieses Formular wurde verworfen.' },
    'form-faulty': {
      what: 'Das Formular selbst ist fehlerhaft, darum lassen sich seine Werte nicht prüfen: {{problem}}.',
      fix: 'Antworte stattdessen in einer Nachricht.',
    },
    'form-not-checked': {
      what: 'Die Werte dieses Formulars konnten nicht geprüft werden.',
      fix: 'Versuche es erneut oder antworte in einer Nachricht.',
    },
    'form-slow': {
      what: 'Die Werte dieses Formulars zu prüfen dauert zu lange.',
      fix: 'Antworte stattdessen in einer Nachricht.',
    },
    'form-too-large': {
      what: 'Dieses Formular ist zu groß, darum lassen sich seine Werte nicht prüfen.',
      fix: 'Antworte stattdessen in einer Nachricht.',
    },
    'form-submitted': { what: 'Dieses Formular wurde bereits abgeschickt.' },
    'values-invalid': {
      what: 'Einige Werte sind ungültig.',
      detail: '{{problems}}',
    },
    'values-too-deep': { what: 'Die Werte sind zu tief verschachtelt.' },
    'values-too-large': {
      what: 'Die Werte haben {{sizeBytes, number}} Byte. Höchstens {{max, number}} lassen sich abschicken.',
    },
    // Tools that models call. What only a model reads is in English.
    'tool-input': { what: '{{problem}}' },
    'file-changed': {
      what: '{{path}} wurde seitdem geändert, deshalb hat Parley nichts überschrieben.',
    },
    'file-not-opened': { what: '{{path}} kann nicht geöffnet werden ({{detail}}).' },
    // Settings.
    address: {
      what: 'Diese Adresse ist ungültig.',
      fix: 'Gib eine ein, die mit https:// oder http:// beginnt.',
    },
    'address-missing': { what: 'Die Adresse fehlt.', fix: 'Gib eine wie https://…/v1 ein.' },
    'address-query': {
      what: 'Diese Adresse enthält Parameter.',
      fix: 'Entferne das Fragezeichen und alles danach.',
    },
    'address-unusable': {
      what: '{{providerName}} hat keine gültige Adresse.',
      fix: 'Korrigiere sie in den Einstellungen.',
    },
    'address-with-password': {
      what: 'Diese Adresse enthält einen Benutzernamen oder ein Passwort.',
      fix: 'Entferne beides. Der Schlüssel hat sein eigenes Feld.',
    },
    'address-with-password-agent': {
      what: 'Diese Adresse enthält einen Benutzernamen oder ein Passwort.',
      fix: 'Entferne beides und übergib den Schlüssel als Variable.',
    },
    'key-characters': {
      what: 'Dieser Schlüssel enthält ungültige Zeichen.',
      fix: 'Kopiere ihn noch einmal.',
    },
    'line-up-name-taken': {
      what: 'Es gibt schon eine Aufstellung namens {{name}}.',
      fix: 'Wähle einen anderen Namen.',
    },
    'line-up-without-name': { what: 'Die Aufstellung hat keinen Namen.', fix: 'Gib einen ein.' },
    'model-not-chosen': {
      what: 'Es ist kein Modell gewählt.',
      fix: 'Wähle zuerst ein Modell für diesen Chat.',
    },
    'pane-of-project': {
      what: 'Diese Einstellung gehört zum Vergleich, nicht zu seinen Bereichen.',
      fix: 'Ändere sie stattdessen beim Vergleich.',
    },
    'knowledge-folder': {
      what: 'Parley kann den Ordner {{path}} nicht finden oder lesen.',
      fix: 'Gib den vollständigen Pfad eines Ordners ein.',
    },
    'knowledge-image': { what: '{{name}} ist ein Bild.', fix: 'Füge Dateien hinzu, die Text enthalten.' },
    'knowledge-own-folder': {
      what: 'In diesem Ordner liegen Parleys eigene Dateien.',
      fix: 'Wähle einen anderen.',
    },
    'too-many-sources': {
      what: 'Ein Projekt kann höchstens {{max, number}} Dateien und Ordner haben.',
      fix: 'Lege die Dateien in einen Ordner und füge ihn hinzu.',
    },
    'project-name-taken': {
      what: 'Es gibt schon ein Projekt namens {{name}}.',
      fix: 'Wähle einen anderen Namen.',
    },
    'project-without-name': { what: 'Das Projekt hat keinen Namen.', fix: 'Gib einen ein.' },
    'too-many-projects': {
      what: 'Es gibt schon {{max, number}} Projekte.',
      fix: 'Lösche zuerst eines.',
    },
    'prompt-name-taken': {
      what: 'Es gibt schon einen Prompt namens {{name}}.',
      fix: 'Wähle einen anderen Namen.',
    },
    'prompt-without-name': { what: 'Der Prompt hat keinen Namen.', fix: 'Gib einen ein.' },
    'too-many-models-changed': {
      what: 'Name, Notiz, Parameter und Sichtbarkeit lassen sich bei höchstens {{most, number}} Modellen ändern.',
      fix: 'Setze zuerst einige Modelle in den Einstellungen zurück.',
    },
    'provider-built-in': {
      what: '„{{id}}“ ist ein eingebauter Anbieter.',
      fix: 'Wähle eine andere ID.',
    },
    // Calls over the wire, MCP and the command line.
    argument: { what: '{{problem}}.', fix: 'Es gibt diese Optionen: {{options}}.' },
    'argument-address': { what: '„{{address}}“ ist keine Adresse, die mit parley:// beginnt.' },
    'argument-port': { what: '--port erwartet eine Zahl von 0 bis 65535, nicht „{{port}}“.' },
    cursor: { what: 'Dieser Cursor ist ungültig.', fix: 'Lies die Liste von vorn.' },
    environment: { what: '{{name}} ist ungültig: {{problem}}' },
    'environment-servers': {
      what: '{{name}} ist keine Liste von Servern.',
      detail: 'Es muss eine JSON-Liste von { id, name, baseUrl } sein, nicht {{value}}.',
    },
    'environment-value': {
      what: '„{{value}}“ ist kein gültiger Wert für {{name}}.',
      fix: 'Möglich sind: {{choices}}.',
    },
    field: { what: 'Die Eingabe ist ungültig.', detail: '{{field}}: {{problem}}' },
    frame: { what: 'Die Anfrage ist fehlerhaft.' },
    'frame-too-deep': { what: 'Die Anfrage ist zu tief verschachtelt.' },
    'frame-too-large': { what: 'Die Anfrage ist zu groß.' },
    'handoff-cannot-write': { what: 'Diese Datei lässt sich nicht beschreiben ({{detail}}).' },
    'handoff-hard-link': {
      what: 'Diese Datei hat weitere Hardlinks, darum wird keine Antwort an sie angehängt.',
    },
    'handoff-link': { what: 'Diese Datei ist ein symbolischer Link. Links werden nicht verfolgt.' },
    'handoff-not-file': { what: 'Das ist keine Datei.' },
    'handoff-outside': { what: 'Die Datei muss im Arbeitsordner liegen.' },
    'handoff-steers-programs': {
      what: 'Diese Datei kann andere Programme dazu bringen, Befehle auszuführen, darum wird keine Antwort an sie angehängt.',
    },
    'id-in-use': { what: 'Die ID {{id}} gehört zu einem Aufruf oder Stream, der noch offen ist.' },
    'image-not-supported': { what: 'Das ist kein Bild im Format PNG, JPEG, GIF oder WebP.' },
    'image-too-large': { what: 'Ein Bild kann höchstens {{mebibytes}} MB groß sein.' },
    'input-too-large': { what: 'Die Eingabe ist zu groß zum Senden.' },
    'not-a-file': { what: '{{path}} ist keine Datei.' },
    'device-needed': {
      what: 'Dieses Gerät lässt sich jetzt nicht entfernen.',
      fix: 'Warte, bis alles hier ist, was es geschrieben hat.',
    },
    'path-not-absolute': {
      what: 'Der Pfad ist nicht absolut.',
      fix: 'Gib den vollständigen Pfad ein.',
    },
    'path-not-found': { what: '{{path}} wurde nicht gefunden.' },
    'path-unreadable': { what: '{{path}} lässt sich nicht lesen ({{detail}}).' },
    'path-unwritable': { what: '{{path}} lässt sich nicht schreiben ({{detail}}).' },
    'port-forbidden': {
      what: 'Du hast keine Berechtigung, Port {{port}} zu verwenden.',
      fix: 'Wähle mit --port einen anderen, oder mit --port 0 einen freien.',
    },
    'port-not-opened': {
      what: 'Port {{port}} konnte nicht geöffnet werden ({{detail}}).',
      fix: 'Wähle mit --port einen anderen, oder mit --port 0 einen freien.',
    },
    'port-taken': {
      what: 'Ein anderes Programm verwendet Port {{port}}.',
      fix: 'Wähle mit --port einen anderen, oder mit --port 0 einen freien.',
    },
    'request-state': {
      what: 'Kein Aufruf wartet auf diese Antwort.',
      fix: 'Rufe das Werkzeug noch einmal auf.',
    },
    'route-unknown': { what: 'Unbekannte Route: {{route}}' },
    'stream-unknown': { what: 'Unbekannter Stream: {{stream}}' },
    'too-many-open': { what: 'Zu viele Aufrufe und Streams sind gleichzeitig offen.' },
  },
} as const
