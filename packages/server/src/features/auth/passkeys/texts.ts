import type { Texts } from '../../../platform/texts.ts'

export const texts = {
  // The same for a removed one, for one that was never here, and for a wrong proof.
  'auth.wrongPasskey': {
    nl: 'Met deze passkey kun je hier niet inloggen. Misschien heb je hem weggehaald. Neem een andere, of log in met je wachtwoord.',
    en: 'You can’t log in here with this passkey. Perhaps you removed it. Choose another one, or log in with your password.',
    de: 'Mit diesem Passkey kannst du dich hier nicht anmelden. Vielleicht hast du ihn entfernt. Nimm einen anderen oder melde dich mit deinem Passwort an.',
    fr: 'Tu ne peux pas te connecter ici avec cette clé d’accès. Tu l’as peut-être supprimée. Prends-en une autre ou connecte-toi avec ton mot de passe.',
    es: 'No puedes iniciar sesión aquí con esta llave de acceso. Quizá la eliminaste. Elige otra o entra con tu contraseña.',
  },
  'passkey.expired': {
    nl: 'Dat duurde te lang, of je browser blokkeert cookies. Probeer het nog eens.',
    en: 'That took too long, or your browser blocks cookies. Please try again.',
    de: 'Das hat zu lange gedauert, oder dein Browser blockiert Cookies. Versuch es noch einmal.',
    fr: 'C’était trop long, ou ton navigateur bloque les cookies. Réessaie.',
    es: 'Ha tardado demasiado o tu navegador bloquea las cookies. Inténtalo otra vez.',
  },
  'passkey.invalid': {
    nl: 'Deze passkey is niet voor Papadag gemaakt. Probeer het nog eens.',
    en: 'This passkey was not made for Papadag. Please try again.',
    de: 'Dieser Passkey wurde nicht für Papadag erstellt. Versuch es noch einmal.',
    fr: 'Cette clé d’accès n’a pas été créée pour Papadag. Réessaie.',
    es: 'Esta llave de acceso no se creó para Papadag. Inténtalo otra vez.',
  },
  'passkey.known': {
    nl: 'Deze passkey heb je al.',
    en: 'You have this passkey already.',
    de: 'Diesen Passkey hast du schon.',
    fr: 'Tu as déjà cette clé d’accès.',
    es: 'Ya tienes esta llave de acceso.',
  },
  'passkey.tooMany': {
    nl: 'Je hebt al twintig passkeys. Haal er eerst een weg.',
    en: 'You have twenty passkeys already. Remove one first.',
    de: 'Du hast schon zwanzig Passkeys. Entferne zuerst einen.',
    fr: 'Tu as déjà vingt clés d’accès. Supprimes-en une d’abord.',
    es: 'Ya tienes veinte llaves de acceso. Elimina una primero.',
  },
  'passkey.unknown': {
    nl: 'Deze passkey is er niet meer.',
    en: 'This passkey is no longer there.',
    de: 'Diesen Passkey gibt es nicht mehr.',
    fr: 'Cette clé d’accès n’existe plus.',
    es: 'Esta llave de acceso ya no existe.',
  },
  'passkey.lastWayIn': {
    nl: 'Zonder deze passkey kun je niet meer inloggen. Stel eerst een wachtwoord in, of maak er nog een.',
    en: 'Without this passkey you could not log in any more. Set a password first, or make another one.',
    de: 'Ohne diesen Passkey könntest du dich nicht mehr anmelden. Leg zuerst ein Passwort fest oder erstelle noch einen.',
    fr: 'Sans cette clé d’accès, tu ne pourrais plus te connecter. Choisis d’abord un mot de passe ou crées-en une autre.',
    es: 'Sin esta llave de acceso ya no podrías entrar. Pon antes una contraseña o crea otra.',
  },
} satisfies Texts
