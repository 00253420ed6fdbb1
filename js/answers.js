/** The answer that a text is: a result, or an error with its code and message. Nothing if it is none. */
export function answerOf(text) {
  try {
    const answer = JSON.parse(text);
    const told = ({ code, message }) => typeof code === "string" && typeof message === "string";
    if (answer.error !== undefined) return told(answer.error) ? answer : undefined;
    if ("result" in answer) return answer;
    return told(answer) ? { error: answer } : undefined; // refused before the engine saw it
  } catch {
    return undefined;
  }
}
