import type { Texts } from '../../platform/texts.ts'

export const texts = {
  'report.unknown': {
    nl: 'Deze melding bestaat niet (meer).',
    en: 'This report could not be found.',
    de: 'Diese Meldung gibt es nicht (mehr).',
    fr: 'Ce signalement n’existe pas (ou plus).',
    es: 'Esta denuncia no existe o ya no está.',
  },
  'report.unknownTarget': {
    nl: 'Wat je wilt melden, bestaat niet (meer).',
    en: 'What you want to report could not be found.',
    de: 'Was du melden willst, gibt es nicht (mehr).',
    fr: 'Ce que tu veux signaler n’existe pas (ou plus).',
    es: 'Lo que quieres denunciar no existe o ya no está.',
  },
  'report.notPossible': {
    nl: 'Dit besluit kan hier niet.',
    en: 'This decision is not possible here.',
    de: 'Diese Entscheidung ist hier nicht möglich.',
    fr: 'Cette décision n’est pas possible ici.',
    es: 'Esta decisión no es posible aquí.',
  },
  'report.reasonRequired': {
    nl: 'Kies wat er aan de hand is',
    en: 'Choose what is wrong',
    de: 'Wähle aus, was nicht stimmt',
    fr: 'Choisis ce qui ne va pas',
    es: 'Elige qué ocurre',
  },
  'report.contactRequired': {
    nl: 'Vul je naam en e-mailadres in, zodat we je kunnen antwoorden',
    en: 'Enter your name and e-mail address so that we can answer you',
    de: 'Gib deinen Namen und deine E-Mail-Adresse an, damit wir dir antworten können',
    fr: 'Indique ton nom et ton adresse e-mail pour que nous puissions te répondre',
    es: 'Escribe tu nombre y tu correo para que podamos responderte',
  },
  'user.stopped': {
    nl: 'Dit kun je nu even niet doen. Onder de bel lees je waarom.',
    en: 'You cannot do this for now. Your notifications say why.',
    de: 'Das kannst du vorerst nicht tun. Warum, steht in deinen Mitteilungen.',
    fr: 'Tu ne peux pas faire cela pour l’instant. Tes notifications disent pourquoi.',
    es: 'Por ahora no puedes hacer esto. En tus notificaciones se explica por qué.',
  },
} satisfies Texts
