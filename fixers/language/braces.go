package language

// braceLanguages are those that write blocks in braces.
var braceLanguages = []language{
	{
		name: "c", family: "c",
		hints: []hint{
			{"#include <%w.h>", 5}, {"#include \"%w.h\"", 4}, {"^#include <std…h>", 4}, {"printf(\"", 3}, {"^int main(", 3}, {"malloc(", 5}, {"sizeof(", 2}, {"^typedef struct", 5}, {"^struct %w {", 1.5}, {"->%w", 1}, {"char *%w", 4},
			{"^#define %w", 3}, {"^#ifdef ", 3}, {"^#ifndef ", 3}, {"^#endif", 3}, {"^static int ", 3}, {"uint8_t", 2}, {"uint32_t ", 2}, {"^void %w(", 2}, {"NULL", 2}, {"const char*", 1.5}, {"const char *", 3}, {"size_t ", 2}, {"^unsigned ", 3}, {"^extern ", 1.5}, {"%w_t ", 1.5}, {"^int %w", 1.5}, {"^int %w(", 1}, {"^char %w[", 3}, {"void *%w", 3}, {"(void)", 3}, {"^} %w_t;$", 4}, {"^} %w;$", 3}, {"fprintf(", 4}, {"struct %w *", 4}, {"^return %d;$", 0.5},
			{"std::", -8}, {"::", -5}, {"class ", -4}, {"template", -5}, {"nullptr", -5}, {"namespace", -4}, {"cout", -5}, {"^using ", -5}, {"auto ", -2}, {"public:", -6}, {"new ", -2}, {"fn ", -5}, {"let ", -4}, {"func ", -5}, {"public ", -5}, {"this.", -4}, {"=> ", -4}, {"@", -2}, {"<%w>", -2}, {"^def ", -4}, {"[&", -4}, {"bool ", -0.5}, {"&%w =", -2}, {"%w& %w", -3},
		},
	},
	{
		name: "cpp", family: "cpp",
		hints: []hint{
			{"^#import <", -8}, {"^#import \"", -8}, {"NSString", -6}, {"objc", -4}, {"std::", 2.4}, {"std::cout", 6}, {"std::string %w", 5}, {"std::string& ", 6}, {"std::vector<", 5}, {"std::map<", 5}, {"std::move(", 4}, {"std::function<", 5}, {"std::unique_ptr<", 5}, {"std::shared_ptr<", 5}, {"std::make_", 5}, {"std::endl", 6}, {"std::optional<", 5}, {"#include <iostream>", 7}, {"#include <%w>$", 5}, {"#include \"", 3}, {"^template <", 6}, {"^template<", 6}, {"nullptr", 5}, {"^class %w {", 1.5}, {"^class %w : public ", 6}, {"^public:$", 6}, {"^private:$", 6}, {"^protected:$", 6}, {"^%w::%w %w = %w", 5}, {"^%w::%w %w;$", 4}, {"^%w::%w %w(const ", 6}, {"const %w::%w& ", 6}, {"%w::%w<%w> %w", 4}, {"%w::%w(", 2.4}, {"%w::%w %w", 2},
			{"^namespace %w {", 2}, {"^using namespace ", 4}, {"cout <<", 5}, {"const %w& %w", 5}, {"%w& %w", 2}, {"auto %w = ", 3}, {"static_cast<", 6}, {"unique_ptr<", 5}, {"shared_ptr<", 5}, {"^virtual ", 5}, {" override;", 3}, {"constexpr", 4}, {"^explicit ", 4}, {"operator", 1}, {"~%w()", 4}, {"->%w(", 1.5}, {"::", 1.5}, {"#define ", 2}, {"^#include", 2}, {"[&]", 4}, {"[=]", 4}, {"^%w::%w %w(", 4}, {" const;$", 3}, {" const {$", 3}, {"const std::", 3},
			{"^%w %w(…);$", 1.5}, {"^%w %w;$", 0.5}, {"^void %w(", 1.5}, {"^int main(", 2}, {"vector<", 2}, {"noexcept", 4}, {"^friend ", 4}, {"string&", 3}, {"^%w* %w", 1.5}, {"^typedef ", 2}, {"char* ", 2}, {"size_t ", 2}, {"^delete ", 1.5}, {"bool %w(", 1}, {"^static %w %w(", 1}, {"^%w::%w", 2}, {"const %w* %w", 3}, {"uint32_t", 1.5}, {"int64_t", 1.5},
			{"fn ", -6}, {"let ", -6}, {"let mut", -8}, {"impl ", -8}, {"^use ", -8}, {"^pub ", -8}, {"func ", -6}, {"=> ", -4}, {"===", -6}, {"$%w", -3}, {"^import ", -4}, {"^def ", -5}, {"^from ", -4}, {"^var ", -3}, {"^public ", -5}, {"String ", -1.5}, {"string ", -1}, {"println!", -8}, {"->%w;", 1}, {"-> %w {", -3}, {"this.", -2}, {"^#[", -8}, {"^package ", -4}, {"^- (", -4}, {"@interface", -8}, {"match ", -4}, {"'static", -8}, {"Option<", -4}, {"::new(", -4}, {"::<", -3}, {"^System.", -3}, {"foreach ", -3}, {"$\"", -3}, {"println", -2}, {": %w,$", -2}, {"^where ", -4}, {"^@", -3}, {"^- ", -1}, {"^+ ", -1}, {"::class", -4},
		},
		shape: func(s *sample) float64 { return 1.5 * s.share(endsStatement) },
	},
	{
		name: "objc", family: "objc",
		hints: []hint{
			{"^#import <", 7}, {"^#import \"", 6}, {"^@interface %w", 6}, {"^@implementation %w", 8}, {"^@property (", 7}, {"^@end$", 6}, {"[[%w ", 5}, {"alloc] init", 8}, {"^- (%w", 6}, {"^+ (%w", 6}, {"NSString", 6}, {"NS%w ", 3}, {"@\"…\"", 4}, {"^let ", -8}, {"^var ", -6}, {"^func ", -8}, {" as? ", -8}, {" as %w", -4}, {"^import ", -8}, {"^class %w {", -6}, {"^extension ", -8}, {"^@protocol %w", 2}, {"[self ", 6}, {"^@class %w;", 6}, {"id<", 3}, {"nonatomic", 6},
		},
	},
	{
		name: "java", family: "java",
		hints: []hint{
			{"^public class ", 2.4}, {"^public static void main(String", 8}, {"System.out.print", 7}, {"^import java.", 7}, {"^import javax.", 7}, {"^import org.", 4}, {"^import com.", 3}, {"^import static ", 5}, {"^package %w.…;$", 4}, {"^package %w;$", 2}, {"@Override", 5}, {"^public interface ", 2}, {"^private final ", 5}, {"^private static final ", 6}, {"^public final ", 3}, {"^final %w", 3}, {"String %w", 3}, {"String[] ", 4}, {"List<%w> %w", 2.5}, {"Map<", 1}, {" throws %w", 5}, {" implements %w", 3},
			{" extends %w {", 1.5}, {"new ArrayList<", 6}, {"new HashMap<", 6}, {"Optional<", 2}, {"@Autowired", 6}, {"@Test$", 3}, {"@Inject", 3}, {"@Slf4j", 6}, {"LOGGER.", 5}, {"log.info(", 3}, {"^public record ", 4}, {"^public enum ", 2}, {"^try (", 3}, {"^} catch (%w %w) {", 2}, {"boolean %w", 3}, {"Integer", 2}, {"^public %w %w(", 2}, {"^@%w", 1}, {"^@%w(", 1}, {"final var ", 4}, {"^var %w = new %w", 2}, {".builder()", 4}, {"%w.%w(", 0.3}, {"^public void ", 2}, {"^private %w %w;", 1.5}, {"IOException", 3}, {"->", 0.5}, {"instanceof ", 2}, {"super(", 1.5}, {"::new", 1.5}, {"^%w %w = new %w(", 2}, {"^public abstract class", 2}, {"%w::%w", 0.5}, {"long %w", 1},
			{"string ", -4}, {"Console.", -7}, {"^using ", -7}, {"namespace ", -6}, {"{ get; ", -8}, {"fun ", -7}, {"val ", -6}, {"func ", -6}, {"let ", -5}, {"$%w", -4}, {"=> ", -4}, {"fn ", -6}, {"std::", -8}, {"bool ", -4}, {"var %w: ", -6}, {"^def ", -4}, {"^from ", -5}, {"override fun", -8}, {"===", -4}, {"?.", -2}, {"this.%w = %w", 0.5}, {"const ", -3}, {"int %w", 0.3}, {"'…'", -1}, {"decimal ", -4}, {"out var", -6}, {"^#", -2}, {"ref ", -3}, {"%w?", -1}, {"<?php", -8}, {" where T", -5}, {"lock (", -3}, {": this(", -4}, {"^override ", -4}, {"object ", -3}, {"^[%w]", -2},
		},
		shape: func(s *sample) float64 { return 1.5 * s.share(endsStatement) },
	},
	{
		name: "csharp", family: "csharp",
		hints: []hint{
			{"^using %w;$", 4}, {"^using System", 7}, {"^using %w.…;$", 5}, {"^namespace %w", 2}, {"Console.Write", 8}, {"{ get; ", 7}, {"{ get; set; }", 2}, {"{ get; }", 6}, {"string %w", 2.4}, {"^public class ", 1.5}, {"^public record ", 2}, {"^record %w(", 2}, {"^public static void ", 2}, {"^static void Main(", 7}, {"var %w = new", 2}, {"=> %w", 1}, {"^public override ", 5}, {"^public virtual ", 5}, {"^public async Task", 8}, {"Task<", 4},
			{"async Task", 6}, {"IEnumerable<", 7}, {"^internal ", 4}, {"foreach (var ", 6}, {"foreach (", 3}, {"$\"", 3}, {"nameof(", 5}, {"^[%w(", 2}, {"^[%w]$", 2}, {"out var ", 6}, {"out %w", 2}, {"ref %w", 2}, {"in %w", 0.3}, {"public %w %w {", 2}, {"readonly %w %w", 1.5}, {"public %w(", 1}, {"where T : ", 6}, {"where T: ", 5}, {"^#region", 5}, {"typeof(", 1.5}, {"bool %w", 2}, {"object %w", 2.4}, {"decimal ", 3}, {"List<%w> ", 1.5}, {"Dictionary<", 4}, {"Span<", 4}, {"^public static %w ", 1.5}, {"^static %w %w(", 1.5}, {"^int %w = ", 1}, {"^int %w", 1}, {"int? ", 4}, {"string? ", 4}, {"Func<", 5}, {"Action<", 4}, {" is not ", 2.4}, {" is %w %w", 3}, {"^case %w ", 1}, {"delegate ", 4}, {"partial class", 7}, {"partial ", 3}, {"sealed class", 3}, {"^class %w : %w", 2}, {"^struct %w : ", 3}, {"interface I%w", 3}, {"this %w %w", 3}, {"extension(", 6}, {"unsafe", 1.5}, {"fixed (", 5}, {"stackalloc", 6}, {"^yield return ", 6}, {"=> throw ", 5}, {"params ", 3}, {"^class %w$", 1.5}, {"init; }", 4}, {"^public %w %w", 1}, {"^class %w", 0.5}, {"^void %w(", 1},
			{"^Add-Type", -20}, {"^# ", -6}, {"\": [", -6}, {"\": {", -6}, {"^%w:$", -5}, {"^- %w", -4}, {"System.out", -8}, {"String %w", -3}, {"^import ", -7}, {"^package ", -7}, {"@Override", -8}, {"boolean ", -5}, {"final ", -5}, {"fn ", -7}, {"let ", -6}, {"func ", -7}, {"fun ", -7}, {"val ", -6}, {"std::", -8}, {"::", -3}, {"#include", -8}, {"^def ", -6}, {"->", -3}, {"===", -6}, {"$%w ", -4}, {"const %w = ", -5}, {"function", -6}, {"impl ", -6}, {"^pub ", -8}, {"console.log", -8}, {": string", -5}, {": number", -5}, {"^use ", -6}, {"extends ", -3}, {"throws ", -5}, {"nil", -4}, {"<%w>: ", -3}, {"^export ", -6}, {"^type %w =", -5}, {"^message ", -6}, {"^rpc ", -5}, {"= %d;$", -0.3}, {"^interface %w {", -1}, {"^guard ", -5}, {"^$%w", -4}, {"&mut", -8}, {"(%w: %w", -4}, {"<?php", -8}, {"(void)", -4}, {"Int,", -3}, {"^elif", -4},
		},
		shape: func(s *sample) float64 { return 1.5 * s.share(endsStatement) },
	},
	{
		name: "go", family: "go",
		hints: []hint{
			{"^package %w$", 6}, {"^import ($", 7}, {"^import \"%w", 5}, {"^func %w(", 4}, {"^func (%w *%w) ", 8}, {"^func (%w %w) ", 7}, {" := ", 4}, {"^if err != nil {", 8}, {"err != nil", 5}, {"^type %w struct {", 8}, {"^type %w interface {", 7}, {"fmt.%w(", 5}, {"^defer ", 3}, {"^go func(", 6}, {"^go %w(", 3}, {"chan %w", 3}, {"<-", 1.5}, {"map[string]", 4}, {"[]string", 4}, {"[]byte", 4}, {"interface{}", 5}, {"nil {", 2}, {"return nil", 2}, {"*%w) ", 1.5}, {"context.Context", 5}, {"ctx context", 4},
			{"^for _, %w := range ", 8}, {"range ", 1.5}, {"`json:\"", 7}, {"^var %w %w$", 2}, {"^var %w %w = ", 1}, {"^type %w %w$", 3}, {"^const ($", 4}, {"^var ($", 4}, {"&%w{", 4}, {"^func(", 2}, {"make(", 2}, {"error)", 2}, {" error$", 2}, {"^%w …`…`$", 2}, {"t.Run(", 4}, {"*testing.T", 6}, {"metav1.", 5}, {"log.Fatal", 4}, {"func(", 1}, {"%w, err ", 3}, {"struct {", 1.5}, {"^//", 0.3}, {"^switch %w {", 1}, {"^var %w = %w.%w{$", 5}, {"^%w string$", 3}, {"^%w bool$", 3}, {"^%w int$", 3}, {"^%w []%w$", 4}, {"^%w *%w$", 3}, {"^%w map[", 4}, {"%w.%w{$", 2}, {"^%w %w.%w$", 2}, {"^case %w.%w:$", 1},
			{";$", -2}, {"fn ", -5}, {"let ", -5}, {"-> ", -4}, {"std::", -8}, {"def ", -4}, {"const %w = ", -0.5}, {"=> ", -4}, {"class ", -3}, {"var %w: ", -5}, {"public ", -5}, {"this.", -4}, {"self.", -3}, {"function", -3}, {"$%w", -2}, {"guard ", -5}, {"import %w$", -4}, {"init(", -2}, {"%w: %w) ", -3}, {"::", -3}, {"do {", -3}, {"^end$", -5},
		},
	},
	{
		name: "rust", family: "rust",
		hints: []hint{
			{"fn %w(", 4}, {"^fn main() {", 6}, {"fn %w<", 5}, {"^pub fn ", 6}, {"^pub struct ", 6}, {"^pub enum ", 5}, {"^pub trait ", 7}, {"^pub mod ", 6}, {"^pub(crate)", 7}, {"^pub ", 3}, {"^impl %w", 6}, {"^impl<", 8}, {"^trait %w", 3}, {"let mut ", 7}, {"^let %w = ", 1.5}, {"^let %w: ", 2}, {"^let ", 1}, {"println!(", 7}, {"%w!(", 4}, {"vec![", 6}, {"&mut ", 6}, {"&self", 7}, {"&'%w ", 6}, {"'static", 4}, {"<'a>", 7}, {"'a ", 3}, {"^use %w::", 6}, {"^use std::", 7}, {"^mod %w", 4}, {"^#[%w", 5}, {"^#![", 7},
			{"-> %w {", 2}, {"-> Result<", 6}, {"-> Option<", 6}, {"-> Self", 5}, {"Some(", 3}, {"None", 1}, {"Ok(", 3}, {"Err(", 3}, {".unwrap()", 6}, {"match %w", 2.5}, {" => ", 1}, {"=> {$", 0.5}, {"::new(", 4}, {"%w::%w", 2}, {"String::from(", 7}, {"Box<", 4}, {"Vec<", 4}, {"Rc<", 4}, {"Arc<", 4}, {"Option<", 3}, {"Result<", 3}, {" as u", 4}, {" as i", 3}, {": u8", 4}, {": u32", 5}, {": i32", 5}, {": u64", 5}, {": usize", 5}, {": &str", 6}, {": &", 3}, {": *const ", 6}, {"*mut ", 6}, {"dyn ", 5}, {"unsafe {", 4}, {"unsafe fn", 6}, {"extern \"C\"", 4}, {"extern crate", 8}, {"^struct %w;$", 2}, {"^struct %w(", 4}, {"^struct %w {", 1.5}, {"^struct %w<", 2}, {"^enum %w {", 1.5}, {"^type %w = ", 1}, {"^const %w: ", 3}, {"^static %w: ", 4}, {"^static mut", 7}, {"where$", 3}, {"^where %w: ", 4}, {"^%w: %w,$", 2}, {"|%w| ", 2.5}, {"move |", 6}, {"..=", 3}, {"self.", 1}, {"Self", 2.5}, {"::<", 5}, {"if let ", 3}, {"while let ", 4}, {"^loop {", 4}, {"^}$", 0.3}, {".iter()", 4}, {".collect", 3}, {"%w: %w + %w", 2}, {": impl ", 6}, {"for<'", 7}, {"macro_rules!", 8}, {"async move", 6}, {".await", 3}, {"^for %w in ", 1.5}, {" for %w {", 3}, {"&%w", 0.5}, {"assert_eq!(", 5}, {"crate::", 5}, {"super::", 4}, {"^///", 2}, {"^//!", 4}, {"_: ", 1}, {"ref ", 0.5}, {"(_)", 1.5}, {"%w, ..", 2}, {"panic!", 4},
			{"]::", -6}, {".Some(", -4}, {"std::string", -3}, {"std::vector", -6}, {"#include", -8}, {"function ", -5}, {"^const %w = ", -3}, {"===", -6}, {"^var ", -5}, {"func ", -7}, {"fun ", -7}, {"^val ", -4}, {"^import ", -5}, {"^def ", -5}, {"^class ", -5}, {"guard ", -5}, {"^from ", -5}, {"nullptr", -6}, {"$%w->", -8}, {"console.log", -8}, {" := ", -3}, {"{ get", -5}, {"public ", -4}, {"init(", -3}, {"^template", -6}, {"nil", -4}, {"let %w: Int", -5}, {"interface ", -4}, {"void ", -4}, {"int ", -4}, {"elif ", -6}, {"^end$", -4}, {"^$ ", -3}, {"Int", -1.5}, {"()->", -2}, {"^extension ", -5}, {"inout ", -6}, {"^@", -3}, {"=>$", -1}, {"export ", -3}, {"^typealias", -4}, {"^case ", -3}, {"undefined", -3}, {"null", -1.5}, {"function(", -4}, {"new %w", -2},
		},
		shape: func(s *sample) float64 { return 0.7 * s.share(endsStatement) },
	},
	{
		name: "swift", family: "swift",
		hints: []hint{
			{"^func %w(", 3}, {"func %w<", 3}, {"</", -8}, {"/>$", -8}, {"^func %w(_ ", 8}, {"(_ %w: ", 5}, {"^let %w = ", 1.5}, {"^let %w: %w", 1.5}, {"^var %w: %w", 2.5}, {"^var %w = ", 1}, {"^var %w: %w {", 5}, {"^import Foundation", 8}, {"^import UIKit", 8}, {"^import Swift", 7}, {"^import %w$", 1.5}, {"^guard let ", 8}, {"^guard ", 5}, {"if let %w = ", 2.5}, {"if let %w {", 5}, {"^protocol %w", 5}, {"^public protocol ", 7}, {"^extension %w", 5}, {"^public extension ", 6}, {"^struct %w: ", 3}, {"^struct %w<", 2}, {"^struct %w {", 1}, {"^class %w: ", 1.5}, {"^enum %w: ", 3}, {"^case %w", 2}, {"^case .%w", 5}, {"^case let ", 6}, {"-> %w {", 2.5}, {"-> %w", 1.5}, {"throws -> ", 7}, {" throws {", 4}, {"^init(", 6}, {"^deinit", 8}, {"self.", 1.5}, {"Self.", 2}, {"nil", 2.5}, {"try? ", 5}, {"try! ", 5}, {"try await", 5}, {"^do {$", 3}, {"} catch {", 2}, {"@objc", 5}, {"@escaping", 7}, {"@discardableResult", 8}, {"@MainActor", 7}, {"@available(", 6}, {"@%w", 0.7}, {"#if ", 2}, {"#available", 6}, {"print(\"", 2}, {"\\(%w", 5}, {"Int", 2}, {"Int,", 1}, {"String", 1}, {"Bool", 2}, {"[String]", 3}, {"[Int]", 4}, {"%w?", 0.5}, {"%w!", 0.3}, {"mutating func", 8}, {"inout ", 6}, {"associatedtype ", 8}, {"typealias ", 3}, {"some %w", 3}, {"any %w", 3}, {"where Element", 4}, {" where %w: ", 3}, {" where %w.%w", 4}, {"^actor %w", 6}, {"async let", 7}, {"async throws", 7}, {"await %w", 1.5}, {"Task {", 4}, {"{ $0", 6}, {"$0", 4}, {"..<", 5}, {"fileprivate ", 8}, {"^public func ", 4}, {"^public struct ", 2}, {"^public init(", 7}, {"^public var ", 4}, {"static func ", 4}, {"^static let ", 5}, {"lazy var ", 6}, {"weak var ", 7}, {"^@%w struct", 4}, {"^subscript(", 7}, {"~Copyable", 8}, {"borrowing ", 5}, {"consuming ", 5}, {"%w: %w) -> ", 3}, {"%w(%w: %w", 1.5}, {"{ get }", 6}, {"{ get set }", 7}, {"precondition(", 4}, {"Array<", 2}, {"Sequence", 2}, {"/// ", 0.5}, {"// error: ", 4}, {"repeat ", 1.5}, {"each ", 2}, {"sending ", 3}, {"nonisolated", 6}, {"Sendable", 6}, {"in$", 1}, {"#%w(", 2}, {"%w {$", 0.3},
			{";$", -3}, {"fn ", -6}, {"let mut", -8}, {"fun ", -7}, {"val ", -6}, {"const ", -4}, {" := ", -6}, {"function ", -5}, {"===", -2}, {"=> ", -5}, {"::", -4}, {"std::", -8}, {"#include", -8}, {"public static ", -3}, {"void ", -5}, {"int ", -5}, {"def ", -5}, {"$%w", -1}, {"null", -4}, {"&mut", -8}, {"&self", -8}, {"println(", -6}, {"string", -1.5}, {"number", -2}, {"<?php", -8}, {"match ", -3}, {"err != nil", -8}, {"^end$", -5}, {"impl ", -6}, {"interface ", -4}, {"#[", -6}, {"dyn ", -3},
		},
	},
	{
		name: "kotlin", family: "kotlin",
		hints: []hint{
			{"^fun main(", 9}, {"^fun %w(", 6}, {"fun %w(", 4}, {"^fun <", 8}, {"fun %w.%w(", 7}, {"^val %w = ", 4}, {"^val %w: ", 5}, {"val %w", 2.5}, {"^var %w = ", 1}, {"^var %w: ", 1.5}, {"println(", 2.5}, {"^data class ", 8}, {"^sealed class ", 4}, {"^sealed interface ", 4}, {"^object %w", 5}, {"^companion object", 9}, {"^override fun ", 9}, {"^suspend fun ", 9}, {"suspend ", 5}, {"^import kotlin", 9}, {"^import kotlinx", 9}, {"^import org.", 1}, {"^package %w.%w…$", 2}, {"when (", 4}, {"^when {", 5}, {" -> ", 1}, {"is %w -> ", 6}, {"else -> ", 5}, {"?.let", 7}, {"?: ", 4}, {"!!", 3}, {"listOf(", 7}, {"mapOf(", 7}, {"setOf(", 7}, {"mutableListOf(", 8}, {"arrayOf(", 6}, {"runBlocking", 8}, {"launch {", 6}, {"it.", 2}, {"by lazy", 8}, {"by ", 1}, {"lateinit ", 9}, {"inline fun", 9}, {"reified", 8}, {"^class %w(", 4}, {"^class %w {", 0.5}, {"^open class", 5}, {"^enum class ", 7}, {"^annotation class", 7}, {"^abstract class %w(", 3}, {"^interface %w {", 1}, {"%w: %w)", 1.5}, {"%w: Int", 2.5}, {"%w: String", 2.5}, {": Unit", 5}, {"${%w", 1}, {"\"$%w", 1.5}, {"^@%w", 1}, {"^internal ", 2}, {"kotlin(\"", 8}, {"^plugins {", 5}, {"^dependencies {", 3}, {"^implementation(\"", 6}, {"^kotlin {", 8}, {"^tasks.", 4}, {"^jvmToolchain(", 8}, {"//sampleStart", 9}, {"^repositories {", 3}, {"^mavenCentral()", 4}, {"sourceSets", 5}, {"%w.%w {", 1.5}, {"^typealias ", 3}, {"for (%w in ", 5}, {" in %d..%d", 4}, {" downTo ", 7}, {"until ", 1}, {"^constructor(", 2}, {"^init {", 5}, {"vararg ", 7}, {"operator fun", 9}, {"infix fun", 9}, {"^get() = ", 8}, {"^expect ", 4}, {"^actual ", 5}, {" = if (", 3}, {"^} else {", 0.3},
			{";$", -3}, {"func ", -7}, {"fn ", -7}, {"let ", -4}, {"const ", -2}, {"=> ", -5}, {"===", -1}, {"function", -5}, {"def ", -5}, {"new ", -4}, {"::", -0.5}, {"<?php", -8}, {"public static", -6}, {"void ", -5}, {"int ", -4}, {"val %w =…new ", -3}, {"implementation '", -4}, {"^object %w extends", -6}, {"nil", -4}, {"^case class", -8}, {"guard ", -5},
		},
	},
	{
		name: "groovy", family: "groovy",
		hints: []hint{
			{"^implementation '", 7}, {"^testImplementation '", 7}, {"^api '", 5}, {"^compile '", 6}, {"^apply plugin: '", 8}, {"^id '", 5}, {"^def %w = ", 3}, {"^plugins {", 4}, {"^dependencies {", 4}, {"^repositories {", 4}, {"^mavenCentral()", 4}, {"^buildscript {", 5}, {"^task %w", 4}, {"^pipeline {", 8}, {"^stage('", 7}, {"^steps {", 4}, {"^sourceSets {", 4}, {"^kotlin {", 2}, {"^android {", 5}, {"^implementation(\"", -2}, {"kotlin(\"", -8}, {"val ", -6},
		},
	},
	{
		name: "scala", family: "scala",
		hints: []hint{
			{"^object %w extends ", 7}, {"^case class ", 8}, {"^def %w(…): %w = ", 6}, {"^def %w: ", 4}, {"^trait %w extends ", 4}, {"^import scala.", 8}, {"^val %w = new ", 4}, {"^implicit ", 6}, {"^libraryDependencies", 8}, {" %% \"", 7}, {" match {", 1.5}, {"^case %w => ", 2}, {"^given ", 4}, {"fun ", -6}, {"fn ", -6},
		},
	},
	{
		name: "dart", family: "dart",
		hints: []hint{
			{"^import 'package:", 9}, {"^import 'dart:", 9}, {"Widget build(", 9}, {"@override$", 4}, {"^void main() {", 3}, {"^final %w = ", 3}, {"^late ", 4}, {"extends StatelessWidget", 9}, {"setState(() {", 4}, {"required this.", 8},
		},
	},
}
