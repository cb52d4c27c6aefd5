import type { Sentence, Texts } from '../../platform/texts.ts'

/** How a deleted account is named (safety S14). */
export const goneName: Sentence = {
  nl: 'Verwijderd account',
  en: 'Deleted account',
  de: 'Gelöschtes Konto',
  fr: 'Compte supprimé',
  es: 'Cuenta eliminada',
}

export const texts = {
  'chat.unknown': {
    nl: 'Deze chat bestaat niet (meer).',
    en: 'This chat could not be found.',
    de: 'Diesen Chat gibt es nicht (mehr).',
    fr: 'Cette conversation n’existe pas (ou plus).',
    es: 'Este chat no existe o ya no está.',
  },
  'chat.partnerGone': {
    nl: 'Dit account bestaat niet meer. Je kunt hier niets meer sturen.',
    en: 'This account no longer exists. You cannot send messages here.',
    de: 'Dieses Konto gibt es nicht mehr. Hier lässt sich nichts mehr senden.',
    fr: 'Ce compte n’existe plus. On ne peut plus rien envoyer ici.',
    es: 'Esta cuenta ya no existe. Aquí no se puede enviar nada más.',
  },
  'chat.awaitAnswer': {
    nl: 'Wacht even op antwoord. Tot dan kun je drie berichten sturen.',
    en: 'Please wait for an answer. You can send three messages until then.',
    de: 'Warte bitte auf eine Antwort. Bis dahin kannst du drei Nachrichten senden.',
    fr: 'Attends une réponse. Jusque-là, tu peux envoyer trois messages.',
    es: 'Espera una respuesta. Hasta entonces puedes enviar tres mensajes.',
  },
  'chat.messageRemoved': {
    nl: 'Een moderator heeft dit bericht verwijderd.',
    en: 'A moderator has removed this message.',
    de: 'Diese Nachricht wurde von der Moderation entfernt.',
    fr: 'Ce message a été retiré par la modération.',
    es: 'El equipo de moderación ha retirado este mensaje.',
  },
  'chat.notWanted': {
    nl: 'Deze papa wil geen berichten van mensen die hij niet kent.',
    en: 'This dad does not want messages from people he does not know.',
    de: 'Dieser Vater möchte keine Nachrichten von Leuten, die er nicht kennt.',
    fr: 'Ce père ne souhaite pas recevoir de messages de personnes qu’il ne connaît pas.',
    es: 'Este padre no quiere mensajes de personas que no conoce.',
  },
  'chat.onePartner': {
    nl: 'Kies één andere persoon',
    en: 'Choose one other person',
    de: 'Wähle eine andere Person',
    fr: 'Choisis une autre personne',
    es: 'Elige a otra persona',
  },
  'chat.messageRequired': {
    nl: 'Schrijf een bericht',
    en: 'Write a message',
    de: 'Schreib eine Nachricht',
    fr: 'Écris un message',
    es: 'Escribe un mensaje',
  },
} satisfies Texts
