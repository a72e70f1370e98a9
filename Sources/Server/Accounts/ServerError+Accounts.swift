import HTTP

/// What people are told at the front door. Where signing in fails, a name that is not there reads as one that is.
extension ServerError {
  static let noSession = refusal(
    .unauthorized, code: "no_session",
    message: "You are not signed in here, or no longer. Your work is safe on this device. "
      + "Sign in, and it is kept on the server again.")

  static let otherAccount = refusal(
    .conflict, code: "other_account",
    message: "Somebody else is signed in here by now. Nothing was changed. "
      + "Look whose account it is, and try again.")

  static let wrongPassword = refusal(
    .unauthorized, code: "wrong_password",
    message: "The name or the password is wrong. Nothing was changed, and your work is safe on "
      + "this device. Check both and try again.")

  static let hashingBusy = refusal(
    .unavailable, code: "hashing_busy",
    message: "Many people are signing in just now. Nothing was changed, and your work is safe on "
      + "this device. Try again in a few seconds.",
    headers: ["Retry-After": "3"])

  static func tooManyAttempts(wait milliseconds: Int64) -> ServerError {
    let seconds = max((milliseconds + 999) / 1_000, 1)
    let words = seconds < 91 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
    return refusal(
      .tooManyRequests, code: "too_many_attempts",
      message: "There were too many attempts in a short time. Nothing is locked, and your work is "
        + "safe on this device. Wait \(words) and try again.",
      headers: ["Retry-After": "\(seconds)"])
  }

  static func tooManyRequests(wait milliseconds: Int64) -> ServerError {
    refusal(
      .tooManyRequests, code: "too_many_requests",
      message: "This device asks for too much at once. Your work is safe on it, and it is tried "
        + "again by itself.",
      headers: ["Retry-After": "\(max((milliseconds + 999) / 1_000, 1))"])
  }

  static let signUpClosed = refusal(
    .forbidden, code: "signup_closed",
    message: "This server takes no new accounts. Your work is safe on this device. "
      + "Ask whoever keeps the server for one.")

  static let invitationNeeded = refusal(
    .forbidden, code: "invitation_needed",
    message: "An account on this server needs an invitation. Your work is safe on this device. "
      + "Ask whoever keeps the server for a link, and open it.")

  static let invitationUsed = refusal(
    .forbidden, code: "invitation_used",
    message: "This invitation was used already, or its time is over. Your work is safe on this "
      + "device. Ask whoever keeps the server for a new one.")

  static let linkUsed = refusal(
    .forbidden, code: "link_used",
    message: "This link was used already, or its time is over. Nothing was changed, and your work "
      + "is safe on this device. Ask for a new link; one on your own machine comes with the next "
      + "start of the server.")

  static let nameTaken = refusal(
    .conflict, code: "name_taken",
    message: "Somebody here has that name already. Nothing was changed. "
      + "Choose another, or sign in if it is yours.")

  static let nameWrong = refusal(
    .unprocessable, code: "name_wrong",
    message: "A name has 1 to 64 characters that can be seen. Nothing was changed. "
      + "Choose another: an e-mail address or any name will do.")

  static let passwordShort = refusal(
    .unprocessable, code: "password_short",
    message: "The password is too short. Nothing was changed. Use at least 8 characters; "
      + "15 or more are better, and a few words are easy to remember.")

  static let passwordLong = refusal(
    .unprocessable, code: "password_long",
    message: "The password is too long. Nothing was changed. Use at most 256 bytes: plain letters "
      + "take one each, others up to four.")

  static let passwordCommon = refusal(
    .unprocessable, code: "password_common",
    message: "That password is among the first that somebody would guess. Nothing was changed. "
      + "Choose another: a few words that nobody else would put together.")

  static let notProved = refusal(
    .forbidden, code: "not_proved",
    message: "For this the server must know that it is you. Nothing was changed. "
      + "Enter your password, or open a fresh launch link, and do it within ten minutes.")

  static let noSuchDevice = refusal(
    .notFound, code: "not_found",
    message: "That device is not signed in, or no longer. Nothing was changed. "
      + "Open the list of devices again.")

  static let notJSON = refusal(
    .unsupportedMediaType, code: "not_json",
    message: "Send plain `application/json`. Nothing was changed.")

  static let badJSON = refusal(
    .badRequest, code: "bad_json",
    message: "The server cannot read what was sent. Nothing was changed. Reload the app.")
}
