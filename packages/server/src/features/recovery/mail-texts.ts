import type { MailText } from '../../domain/notifications/compose-mail.ts'

export const resetMail: MailText = {
  subject: {
    nl: 'Kies een nieuw wachtwoord',
    en: 'Choose a new password',
    de: 'Wähle ein neues Passwort',
    fr: 'Choisis un nouveau mot de passe',
    es: 'Elige una contraseña nueva',
  },
  before: {
    nl: 'Iemand heeft een nieuw wachtwoord aangevraagd voor jouw account bij Papadag.[ Je gebruikersnaam is {username}.]',
    en: 'Somebody has asked for a new password for your Papadag account.[ Your username is {username}.]',
    de: 'Jemand hat ein neues Passwort für dein Konto bei Papadag angefordert.[ Dein Benutzername ist {username}.]',
    fr: 'Quelqu’un a demandé un nouveau mot de passe pour ton compte Papadag.[ Ton nom d’utilisateur est {username}.]',
    es: 'Alguien ha pedido una contraseña nueva para tu cuenta de Papadag.[ Tu nombre de usuario es {username}.]',
  },
  link: {
    nl: 'Nieuw wachtwoord kiezen',
    en: 'Choose a new password',
    de: 'Neues Passwort wählen',
    fr: 'Choisir un nouveau mot de passe',
    es: 'Elegir una contraseña nueva',
  },
  after: {
    nl: 'De link werkt één keer, 30 minuten lang. Heb je niets aangevraagd? Dan hoef je niets te doen: je wachtwoord blijft zoals het is.',
    en: 'The link works once, for 30 minutes. If you did not ask for it, you don’t have to do anything: your password stays as it is.',
    de: 'Der Link gilt 30 Minuten und nur einmal. Du hast nichts angefordert? Dann musst du nichts tun: Dein Passwort bleibt, wie es ist.',
    fr: 'Le lien fonctionne une seule fois, pendant 30 minutes. Tu n’as rien demandé ? Alors tu n’as rien à faire : ton mot de passe reste le même.',
    es: 'El enlace funciona una sola vez, durante 30 minutos. ¿No lo has pedido tú? Entonces no tienes que hacer nada: tu contraseña sigue siendo la misma.',
  },
}

export const confirmMail: MailText = {
  subject: {
    nl: 'Bevestig je e-mailadres',
    en: 'Confirm your e-mail address',
    de: 'Bestätige deine E-Mail-Adresse',
    fr: 'Confirme ton adresse e-mail',
    es: 'Confirma tu correo electrónico',
  },
  before: {
    nl: 'Dit e-mailadres hoort bij een account van Papadag. Is dat jouw account? Bevestig dan je adres, zodat we je kunnen helpen als je je wachtwoord kwijt bent.',
    en: 'This e-mail address belongs to a Papadag account. Is it yours? Then confirm the address, so that we can help if you forget your password.',
    de: 'Diese E-Mail-Adresse gehört zu einem Konto bei Papadag. Ist es deins? Dann bestätige die Adresse, damit wir dir helfen können, wenn du dein Passwort vergessen hast.',
    fr: 'Cette adresse e-mail est liée à un compte Papadag. C’est le tien ? Alors confirme l’adresse, pour que nous puissions t’aider si tu perds ton mot de passe.',
    es: 'Esta dirección de correo pertenece a una cuenta de Papadag. ¿Es la tuya? Entonces confírmala, para que podamos ayudarte si pierdes la contraseña.',
  },
  link: {
    nl: 'E-mailadres bevestigen',
    en: 'Confirm e-mail address',
    de: 'E-Mail-Adresse bestätigen',
    fr: 'Confirmer l’adresse e-mail',
    es: 'Confirmar el correo',
  },
  after: {
    nl: 'De link werkt 7 dagen. Ken je Papadag niet? Dan heeft iemand zich vergist en hoef je niets te doen.',
    en: 'The link works for 7 days. If you do not know Papadag, somebody made a mistake and you don’t have to do anything.',
    de: 'Der Link gilt 7 Tage. Du kennst Papadag nicht? Dann hat sich jemand vertippt, und du musst nichts tun.',
    fr: 'Le lien fonctionne pendant 7 jours. Tu ne connais pas Papadag ? Alors quelqu’un s’est trompé, et tu n’as rien à faire.',
    es: 'El enlace funciona durante 7 días. ¿No conoces Papadag? Entonces alguien se ha equivocado y no tienes que hacer nada.',
  },
}

export const changedMail: MailText = {
  subject: {
    nl: 'Je e-mailadres is gewijzigd',
    en: 'Your e-mail address was changed',
    de: 'Deine E-Mail-Adresse wurde geändert',
    fr: 'Ton adresse e-mail a été modifiée',
    es: 'Tu correo electrónico ha cambiado',
  },
  before: {
    nl: 'Bij je account[ {username}] van Papadag staat nu een ander e-mailadres. Tot dat adres bevestigd is, sturen we links voor een nieuw wachtwoord nog hierheen.',
    en: 'Your Papadag account[ {username}] now has a different e-mail address. Until that one is confirmed, we keep sending links for a new password here.',
    de: 'Dein Konto[ {username}] bei Papadag hat jetzt eine andere E-Mail-Adresse. Bis sie bestätigt ist, schicken wir Links für ein neues Passwort weiterhin hierher.',
    fr: 'Ton compte Papadag[ {username}] a maintenant une autre adresse e-mail. Tant qu’elle n’est pas confirmée, nous envoyons encore ici les liens pour un nouveau mot de passe.',
    es: 'Tu cuenta[ {username}] de Papadag tiene ahora otra dirección de correo. Hasta que se confirme, seguiremos enviando aquí los enlaces para una contraseña nueva.',
  },
  link: {
    nl: 'Naar Papadag',
    en: 'Go to Papadag',
    de: 'Zu Papadag',
    fr: 'Aller sur Papadag',
    es: 'Ir a Papadag',
  },
  after: {
    nl: 'Was jij dit niet? Klik dan bij het inloggen op ‘Wachtwoord vergeten?’ en vul dit adres in. Met een nieuw wachtwoord wordt iedereen uitgelogd.',
    en: 'Wasn’t this you? Then choose “Forgot your password?” on the login page and enter this address. A new password logs everybody out.',
    de: 'Warst du das nicht? Dann klicke beim Anmelden auf „Passwort vergessen?“ und gib diese Adresse ein. Mit einem neuen Passwort werden alle abgemeldet.',
    fr: 'Ce n’était pas toi ? Alors choisis « Mot de passe oublié ? » à la connexion et saisis cette adresse. Un nouveau mot de passe déconnecte tout le monde.',
    es: '¿No has sido tú? Entonces elige «¿Has olvidado la contraseña?» al iniciar sesión y escribe esta dirección. Una contraseña nueva cierra todas las sesiones.',
  },
}

export const inactiveMail: MailText = {
  subject: {
    nl: 'Je account wordt over een maand verwijderd',
    en: 'Your account will be deleted in a month',
    de: 'Dein Konto wird in einem Monat gelöscht',
    fr: 'Ton compte sera supprimé dans un mois',
    es: 'Tu cuenta se eliminará dentro de un mes',
  },
  before: {
    nl: 'Je bent 23 maanden niet op Papadag geweest. Een account dat twee jaar niet gebruikt is, verwijderen we, met alles wat erin staat.',
    en: 'You have not used Papadag for 23 months. We delete an account that nobody has used for two years, with everything in it.',
    de: 'Du warst 23 Monate lang nicht bei Papadag. Ein Konto, das zwei Jahre nicht benutzt wurde, löschen wir mit allem, was darin steht.',
    fr: 'Tu n’es pas venu sur Papadag depuis 23 mois. Nous supprimons un compte resté inutilisé pendant deux ans, avec tout ce qu’il contient.',
    es: 'Llevas 23 meses sin entrar en Papadag. Eliminamos las cuentas que nadie ha usado en dos años, con todo lo que contienen.',
  },
  link: { nl: 'Inloggen', en: 'Log in', de: 'Anmelden', fr: 'Se connecter', es: 'Iniciar sesión' },
  after: {
    nl: 'Wil je het houden? Log dan een keer in.[ Je gebruikersnaam is {username}.]',
    en: 'Would you like to keep it? Then just log in.[ Your username is {username}.]',
    de: 'Möchtest du es behalten? Dann melde dich einmal an.[ Dein Benutzername ist {username}.]',
    fr: 'Tu veux le garder ? Alors connecte-toi une fois.[ Ton nom d’utilisateur est {username}.]',
    es: '¿Quieres conservarla? Entonces inicia sesión una vez.[ Tu nombre de usuario es {username}.]',
  },
}
