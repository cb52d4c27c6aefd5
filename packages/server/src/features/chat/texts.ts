import type { Sentence, Texts } from '../../platform/texts.ts'

/** The name of a deleted account (safety S14). */
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
  'chat.messageGone': {
    nl: 'Dit bericht is er niet meer.',
    en: 'This message is no longer there.',
    de: 'Diese Nachricht gibt es nicht mehr.',
    fr: 'Ce message n’existe plus.',
    es: 'Este mensaje ya no está.',
  },
  'chat.notAGroup': {
    nl: 'Antwoorden of reageren op één bericht kan alleen in een groepschat.',
    en: 'You can only reply or react to a single message in a group chat.',
    de: 'Auf eine einzelne Nachricht antworten oder reagieren geht nur in Gruppenchats.',
    fr: 'On ne peut répondre ou réagir à un message précis que dans une discussion de groupe.',
    es: 'Solo en un chat de grupo puedes responder o reaccionar a un mensaje concreto.',
  },
  'chat.notWanted': {
    nl: 'Deze papa wil geen berichten van mensen die hij niet kent.',
    en: 'This dad does not want messages from people he does not know.',
    de: 'Dieser Vater möchte keine Nachrichten von Leuten, die er nicht kennt.',
    fr: 'Ce père ne souhaite pas recevoir de messages de personnes qu’il ne connaît pas.',
    es: 'Este padre no quiere mensajes de personas que no conoce.',
  },
  'chat.closed': {
    nl: 'Deze groepschat is gesloten. Je kunt hier niets meer sturen.',
    en: 'This group chat is closed. You cannot send messages here any more.',
    de: 'Dieser Gruppenchat ist geschlossen. Hier lässt sich nichts mehr senden.',
    fr: 'Cette discussion de groupe est fermée. On ne peut plus rien y envoyer.',
    es: 'Este chat de grupo está cerrado. Aquí no se puede enviar nada más.',
  },
  'chat.alone': {
    nl: 'Er is hier nog niemand anders.',
    en: 'Nobody else is here yet.',
    de: 'Hier ist noch niemand sonst dabei.',
    fr: 'Il n’y a encore personne d’autre ici.',
    es: 'Todavía no hay nadie más aquí.',
  },
  'chat.notYoursToAnnounce': {
    nl: 'Alleen wie de speelafspraak heeft gemaakt, kan iedereen een mededeling sturen.',
    en: 'Only the dad who planned the playdate can send everybody an announcement.',
    de: 'Nur wer die Verabredung geplant hat, kann allen eine Mitteilung senden.',
    fr: 'Seul le père qui a prévu le rendez-vous peut envoyer une annonce à tous.',
    es: 'Solo el padre que organizó la quedada puede enviar un aviso a todos.',
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
  'chat.tooLong': {
    nl: 'Een bericht heeft hoogstens 4000 tekens',
    en: 'A message can have 4000 characters at most',
    de: 'Eine Nachricht hat höchstens 4000 Zeichen',
    fr: 'Un message compte 4000 caractères au plus',
    es: 'Un mensaje tiene como máximo 4000 caracteres',
  },
} satisfies Texts
