/** Files attached to messages. */
export const attachments = {
  attached: 'Angehängte Dateien',
  attachHint: 'Bilder, Texte oder PDFs anhängen. Du kannst sie auch einfügen oder hier ablegen.',
  attaching: '{{name}} wird angehängt',
  blindModel: '{{model}} kann keine Bilder sehen. Es erhält nur ihre Namen.',
  dropToAttach: 'Zum Anhängen ablegen',
  namedNotHere: '{{name}} ist nicht verfügbar',
  notHere: 'Nicht verfügbar',
  open: '{{name}} öffnen',
  pages_one: '{{count, number}} Seite',
  pages_other: '{{count, number}} Seiten',
  paste: {
    asFile: 'Als Datei anhängen',
    backToText: 'Als Text einfügen',
    fileName: 'Eingefügter Text.txt',
    isFile: 'Der eingefügte Text wurde als Datei angehängt.',
    pasted_one: '{{count, number}} Zeichen eingefügt.',
    pasted_other: '{{count, number}} Zeichen eingefügt.',
  },
  preview: {
    fileGone: 'Diese Datei ist nicht verfügbar. Der Chat wurde ohne sie importiert.',
    imageGone: 'Dieses Bild ist nicht verfügbar. Vielleicht wurde der Chat ohne die Bilddatei importiert.',
    noText: 'Dieses PDF enthält keinen Text. Vielleicht ist es ein Scan.',
    rest: '… Die Vorschau endet hier. Speichere die Datei, um den Rest zu lesen.',
    says: 'Text aus {{name}}',
  },
  compressed: 'Von {{from}} auf {{to}} komprimiert',
  pieceName: '{{name}} ({{number, number}} von {{count, number}})',
  pieces_one: 'Ein Teil eines langen Bilds mit {{fromWidth}} × {{fromHeight}} Pixeln',
  pieces_other:
    'Einer von {{count, number}} überlappenden Teilen mit {{width}} × {{height}} Pixeln, damit das Modell ein langes Bild mit {{fromWidth}} × {{fromHeight}} Pixeln lesen kann',
  shrunk: 'Verkleinert von {{fromWidth}} × {{fromHeight}} auf {{width}} × {{height}} Pixel',
  soundUnplayable:
    'Dieser Ton kann hier nicht abgespielt werden. Speichere ihn, um ihn in einer anderen App zu öffnen.',
} as const
