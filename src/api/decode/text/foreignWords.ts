/** Words in names of German, French, Spanish, Portuguese, Italian, Japanese and Chinese services, each behind the English one. */
const words = `errors fehler erreurs errores erros errori エラー 错误 錯誤; warnings warnungen avertissements advertencias avisos avvisi avvertimenti 警告; findings befunde
  funde fundstellen constats hallazgos achados rilievi 指摘 発見 发现; problems probleme problèmes problemas problemi auffälligkeiten anomalies anomalías
  anomalias anomalie 問題 问题; remarks hinweise anmerkungen remarques observaciones observações osservazioni 注意 提示; suggestions vorschläge vorschlaege
  sugerencias sugestões suggerimenti 提案 建议; vulnerabilities schwachstellen sicherheitslücken vulnérabilités vulnerabilidades vulnerabilità 脆弱性 漏洞;
  violations verstöße verstoesse violaciones violações violazioni 違反 违规; comments kommentare commentaires comentarios comentários commenti コメント 评论;
  files dateien fichiers archivos ficheros arquivos ficheiros ファイル 文件; lines zeilen lignes líneas linhas righe; reviewed geprüft geprueft gelesen relus
  vérifiés revisados verificados レビュー済み 確認済み 已审查 已检查; analyzed analysiert analysés analizados analisados analizzati 解析済み 已分析; skipped übersprungen
  uebersprungen ausgelassen sautés omitidos saltados pulados saltati スキップ済み 已跳过; failed fehlgeschlagen gescheitert échec échoué échouée fallido fallida
  falhou falha fallito 失敗 失败; incomplete unvollständig inachevé inachevée incompleto incompleta 未完了 未完成; total gesamt insgesamt totale 合計 总数 总计; count
  anzahl nombre cantidad quantidade numero 件数 数量; open offen offene ouverts abiertos abertos aperti 未解決 未解决; resolved behoben gelöst résolus resueltos
  resolvidos risolti 解決済み 已解决; previous vorherige frühere précédents anteriores precedenti 前回 上次; history verlauf historique historial histórico
  cronologia 履歴 历史; status zustand état etat estado stato 状態 状态; critical kritisch critiques críticos criticos critici; high hoch hohe élevés altos
  alti; medium mittel moyens medios médios medi; low niedrig niedrige faibles bajos baixos bassi`;
const english = new Map(
  words.split(';').flatMap(line => {
    const [word = '', ...foreign] = line.trim().split(/\s+/);
    return foreign.map(each => [each, word] as const);
  }),
);
/** Words of scripts without spaces, the longest first. */
const unspacedWords = [...english.keys()].filter(word => /[\u3000-\u9fff]/.test(word));
const unspaced = new RegExp(unspacedWords.sort((one, other) => other.length - one.length).join('|'), 'g');

/** A name with the words of other languages in English, which all tables of names are in. */
export function inEnglish(name: string): string {
  const spaced = /[\u3000-\u9fff]/.test(name) ? name.replace(unspaced, word => `_${english.get(word) ?? ''}_`) : name;
  return spaced.replace(/\p{Lu}?\p{Ll}+|\p{Lu}+/gu, word => english.get(word.toLowerCase()) ?? word);
}
