/** The files of messages. */
export const attachments = {
  attach: 'Dateien anhängen',
  attached: 'Angehängte Dateien',
  attachHint: 'Bilder, Texte oder PDFs anhängen. Du kannst sie auch einsetzen oder hier ablegen.',
  attaching: '{{name}} wird angehängt',
  blindModel: '{{model}} sieht sich keine Bilder an. Es erfährt nur ihre Namen.',
  dropToAttach: 'Zum Anhängen ablegen',
  namedNotHere: '{{name}} ist nicht hier',
  notHere: 'Nicht hier',
  open: '{{name}} öffnen',
  pages_one: '{{count, number}} Seite',
  pages_other: '{{count, number}} Seiten',
  paste: {
    asFile: 'Als Datei anhängen',
    backToText: 'Zurück in die Nachricht',
    fileName: 'Eingesetzter Text.txt',
    isFile: 'Der eingesetzte Text ist jetzt eine Datei.',
    pasted_one: '{{count, number}} Zeichen eingesetzt.',
    pasted_other: '{{count, number}} Zeichen eingesetzt.',
  },
  preview: {
    fileGone: 'Diese Datei ist nicht hier: Der Chat kam ohne sie hierher.',
    imageGone: 'Dieses Bild ist nicht hier. Vielleicht kam der Chat ohne die Bilddatei hierher.',
    noText: 'In diesem PDF ist kein Text, wie etwa bei einem Scan.',
    rest: '… Der Rest wird hier nicht angezeigt. Sichere die Datei, um alles zu lesen.',
    says: 'Was in {{name}} steht',
  },
  reading: 'Wird gelesen …',
  refused: {
    brokeOff: 'Das Lesen dieser Datei ist abgebrochen. Sichere sie neu oder hänge ihren Text an.',
    damagedImage:
      'Dieses Bild ist beschädigt oder abgeschnitten. Sichere es neu und hänge die neue Datei an.',
    damagedPdf:
      'Dieses PDF ist beschädigt oder so aufgebaut, dass es sich nicht lesen lässt. Sichere es neu oder hänge seinen Text an.',
    empty: 'Diese Datei ist leer.',
    failed: '{{name}} wurde nicht angehängt. Entferne die Datei und sende dann die Nachricht.',
    largeImage: 'Dieses Bild hat mehr Pixel, als angezeigt werden können. Verkleinere es zuerst.',
    lockedPdf:
      'Dieses PDF ist mit einem Passwort geschützt. Sichere eine Kopie ohne Passwort und hänge diese an.',
    longText:
      'Dieser Text ist zu lang: Höchstens {{count, number}} Zeichen passen in eine Nachricht. Hänge den wichtigen Teil an.',
    memory: 'Das Lesen dieser Datei braucht zu viel Speicher. Hänge stattdessen ihren Text an.',
    slow: 'Das Lesen dieser Datei dauert zu lange. Hänge den wichtigen Teil oder ihren Text an.',
    tooLarge: 'Diese Datei ist zu groß: Höchstens {{size}} MB können angehängt werden.',
    tooMany: 'Eine Nachricht nimmt höchstens {{count, number}} Dateien auf.',
    unknownKind:
      'Das ist weder ein Bild (PNG, JPEG, GIF, WebP) noch Text noch ein PDF, darum könnte kein Modell es lesen.',
  },
  remove: '{{name}} entfernen',
  shrunk: 'Verkleinert von {{fromWidth}} × {{fromHeight}} auf {{width}} × {{height}} Pixel',
  toSend: 'Zu sendende Dateien',
} as const
