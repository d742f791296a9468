/** The mails of billing, in each language. */
import { type Language, localeOf } from '#server/kernel/languages.ts';
import { type Cents, toEuros } from '#server/kernel/money.ts';

/** Said to whom asked to be warned below an amount, when a debit has taken the balance below it. */
export function lowBalanceMail(language: Language, { balance, below }: { balance: Cents; below: Cents }) {
  const now = euros(language, balance);
  const limit = euros(language, below);
  return {
    en: {
      subject: `Your balance is ${now}`,
      text: `Hello,\n\nThe balance of your account has fallen to ${now}, below the ${limit} at which you want to be warned.\n\nPurchases go on until it is used up; then they are refused with insufficient_balance. Top up under “Balance” in the client area.\n\nThis mail comes once for each fall below ${limit}. You change the amount, or switch the alert off, under “Overview”.`,
    },
    fr: {
      subject: `Votre solde est de ${now}`,
      text: `Bonjour,\n\nLe solde de votre compte est descendu à ${now}, en dessous des ${limit} à partir desquels vous voulez être averti.\n\nLes achats continuent jusqu’à épuisement ; ensuite ils sont refusés avec insufficient_balance. Rechargez sous « Solde » dans l’espace client.\n\nCet e-mail est envoyé une fois à chaque passage sous ${limit}. Vous changez ce montant, ou désactivez l’alerte, sous « Vue d’ensemble ».`,
    },
    es: {
      subject: `Su saldo es de ${now}`,
      text: `Hola:\n\nEl saldo de su cuenta ha bajado a ${now}, por debajo de los ${limit} a partir de los que quiere que se le avise.\n\nLas compras siguen hasta que se agote; después se rechazan con insufficient_balance. Recargue en «Saldo», en el área de clientes.\n\nEste correo llega una vez por cada bajada de ${limit}. Puede cambiar la cantidad, o desactivar el aviso, en «Resumen».`,
    },
  }[language];
}

function euros(language: Language, amount: Cents): string {
  return new Intl.NumberFormat(localeOf[language], { style: 'currency', currency: 'EUR' }).format(toEuros(amount));
}
