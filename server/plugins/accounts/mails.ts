/** The mails of accounts, in each language. */
import type { Language } from '#server/kernel/languages.ts';

/** Subject and text; the recipient is added by who sends it. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** What everybody is to do who did not do what a mail tells of. */
const notYou: Readonly<Record<Language, string>> = {
  en: 'Was it not you? Choose a new password under “Forgot your password?” on the sign-in page, and write to support.',
  fr: 'Ce n’était pas vous ? Choisissez un nouveau mot de passe par « Mot de passe oublié ? » sur la page de connexion, et écrivez au support.',
  es: '¿No fue usted? Elija una contraseña nueva en «¿Ha olvidado su contraseña?», en la página de inicio de sesión, y escriba a soporte.',
};

/** @param url the link, which works for three days. */
export function confirmEmailMail(language: Language, url: string): MailText {
  return {
    en: {
      subject: 'Confirm your e-mail address',
      text: `Hello,\n\nPlease confirm that this address is yours:\n\n${url}\n\nThe link works for three days, once. If you did not ask for it, do nothing.`,
    },
    fr: {
      subject: 'Confirmez votre adresse e-mail',
      text: `Bonjour,\n\nVeuillez confirmer que cette adresse est la vôtre :\n\n${url}\n\nLe lien fonctionne trois jours, une seule fois. Si vous n’avez rien demandé, ne faites rien.`,
    },
    es: {
      subject: 'Confirme su dirección de correo',
      text: `Hola:\n\nConfirme, por favor, que esta dirección es suya:\n\n${url}\n\nEl enlace funciona durante tres días y una sola vez. Si usted no lo ha pedido, no haga nada.`,
    },
  }[language];
}

/** @param url the link, which works for an hour. */
export function resetPasswordMail(language: Language, url: string): MailText {
  return {
    en: {
      subject: 'Choose a new password',
      text: `Hello,\n\nSomebody, most likely you, has forgotten the password of your account. Choose a new one here:\n\n${url}\n\nThe link works for an hour, once. If it was not you, do nothing: your password stays as it is.`,
    },
    fr: {
      subject: 'Choisissez un nouveau mot de passe',
      text: `Bonjour,\n\nQuelqu’un, sans doute vous, a oublié le mot de passe de votre compte. Choisissez-en un nouveau ici :\n\n${url}\n\nLe lien fonctionne une heure, une seule fois. Si ce n’était pas vous, ne faites rien : votre mot de passe ne change pas.`,
    },
    es: {
      subject: 'Elija una contraseña nueva',
      text: `Hola:\n\nAlguien, seguramente usted, ha olvidado la contraseña de su cuenta. Elija una nueva aquí:\n\n${url}\n\nEl enlace funciona durante una hora y una sola vez. Si no fue usted, no haga nada: su contraseña no cambia.`,
    },
  }[language];
}

export function passwordChangedMail(language: Language): MailText {
  return {
    en: {
      subject: 'Your password was changed',
      text: `Hello,\n\nThe password of your account was changed. Other browsers have to sign in again; API keys go on working.\n\n${notYou.en}`,
    },
    fr: {
      subject: 'Votre mot de passe a été modifié',
      text: `Bonjour,\n\nLe mot de passe de votre compte a été modifié. Les autres navigateurs doivent se reconnecter ; les clés d’API continuent de fonctionner.\n\n${notYou.fr}`,
    },
    es: {
      subject: 'Su contraseña ha cambiado',
      text: `Hola:\n\nLa contraseña de su cuenta ha cambiado. Los demás navegadores tienen que iniciar sesión de nuevo; las claves de API siguen funcionando.\n\n${notYou.es}`,
    },
  }[language];
}

/** To the address of now. @param wanted the new one, not confirmed yet. */
export function emailChangeAskedMail(language: Language, wanted: string): MailText {
  return {
    en: {
      subject: 'A new e-mail address was asked for',
      text: `Hello,\n\nYour account is to use ${wanted} instead of this address. It will as soon as the link in the mail to that address is followed.\n\n${notYou.en}`,
    },
    fr: {
      subject: 'Une nouvelle adresse e-mail a été demandée',
      text: `Bonjour,\n\nVotre compte doit utiliser ${wanted} à la place de cette adresse. Ce sera le cas dès que le lien envoyé à cette nouvelle adresse aura été suivi.\n\n${notYou.fr}`,
    },
    es: {
      subject: 'Se ha pedido una nueva dirección de correo',
      text: `Hola:\n\nSu cuenta va a usar ${wanted} en lugar de esta dirección. Lo hará en cuanto se siga el enlace enviado a esa dirección.\n\n${notYou.es}`,
    },
  }[language];
}

/** To the address of before. @param current the one that counts now. */
export function emailChangedMail(language: Language, current: string): MailText {
  return {
    en: {
      subject: 'Your e-mail address was changed',
      text: `Hello,\n\nYour account uses ${current} from now on, and this address no longer.\n\nWas it not you? Write to support at once.`,
    },
    fr: {
      subject: 'Votre adresse e-mail a été modifiée',
      text: `Bonjour,\n\nVotre compte utilise désormais ${current}, et plus cette adresse.\n\nCe n’était pas vous ? Écrivez au support sans attendre.`,
    },
    es: {
      subject: 'Su dirección de correo ha cambiado',
      text: `Hola:\n\nA partir de ahora su cuenta usa ${current}, y ya no esta dirección.\n\n¿No fue usted? Escriba a soporte cuanto antes.`,
    },
  }[language];
}

export function twoFactorOnMail(language: Language): MailText {
  return {
    en: {
      subject: 'Two-factor sign-in is on',
      text: `Hello,\n\nSigning in to your account now takes a code of your authenticator app as well. Keep the recovery codes where you find them without your phone.\n\n${notYou.en}`,
    },
    fr: {
      subject: 'La connexion à deux facteurs est activée',
      text: `Bonjour,\n\nLa connexion à votre compte demande désormais aussi un code de votre application d’authentification. Gardez les codes de secours là où vous les trouverez sans votre téléphone.\n\n${notYou.fr}`,
    },
    es: {
      subject: 'El acceso en dos pasos está activado',
      text: `Hola:\n\nPara iniciar sesión en su cuenta ahora hace falta también un código de su aplicación de autenticación. Guarde los códigos de recuperación donde pueda encontrarlos sin su teléfono.\n\n${notYou.es}`,
    },
  }[language];
}

export function twoFactorOffMail(language: Language): MailText {
  return {
    en: {
      subject: 'Two-factor sign-in is off',
      text: `Hello,\n\nSigning in to your account takes the password alone again.\n\n${notYou.en}`,
    },
    fr: {
      subject: 'La connexion à deux facteurs est désactivée',
      text: `Bonjour,\n\nLa connexion à votre compte ne demande plus que le mot de passe.\n\n${notYou.fr}`,
    },
    es: {
      subject: 'El acceso en dos pasos está desactivado',
      text: `Hola:\n\nPara iniciar sesión en su cuenta vuelve a bastar la contraseña.\n\n${notYou.es}`,
    },
  }[language];
}

/** The last mail to an account. */
export function accountDeletedMail(language: Language): MailText {
  return {
    en: {
      subject: 'Your account was deleted',
      text: 'Hello,\n\nYour account and its data were deleted, as you asked. Ledger, orders and invoices are kept for as long as bookkeeping law asks for it.',
    },
    fr: {
      subject: 'Votre compte a été supprimé',
      text: 'Bonjour,\n\nVotre compte et ses données ont été supprimés, comme vous l’avez demandé. Le grand livre, les commandes et les factures sont conservés aussi longtemps que la loi comptable l’exige.',
    },
    es: {
      subject: 'Su cuenta se ha eliminado',
      text: 'Hola:\n\nSu cuenta y sus datos se han eliminado, tal como usted pidió. El libro mayor, los pedidos y las facturas se conservan mientras lo exija la legislación contable.',
    },
  }[language];
}
