//! A static page: the texts of a lesson or a slide for readers without scripts, crawlers and link previews. With scripts
//! it shows the lesson itself at that place.

use crate::picture::{FILE, HEIGHT, WIDTH};
use lessons::{LESSONS, Language, Lesson};
use model::export::frame::escaped;
use serde_json::json;
use sha2::{Digest, Sha256};

pub struct Page<'a> {
    /// A lesson, and one of its slides, from 1. `None`: the list of lessons.
    pub lesson: Option<(&'static Lesson, Option<usize>)>,
    pub language: Language,
    /// The address of the site; `None` if it is not known.
    pub site: Option<&'a str>,
}

/// The texts besides those of the lesson.
struct Words {
    lessons: &'static str,
    list: &'static str,
    open: &'static str,
    slide: &'static str,
    answer: &'static str,
    kernels: &'static str,
    other_language: &'static str,
}

const EN: Words = Words {
    lessons: "Lessons",
    list: "Step through GPU kernels lane by lane: threads, divergence, reductions, memory and execution.",
    open: "Step through it",
    slide: "Slide",
    answer: "Answer",
    kernels: "Kernels",
    other_language: "简体中文",
};

const ZH: Words = Words {
    lessons: "课程",
    list: "逐条线程地步进 GPU 内核：线程、分支分化、归约、内存和执行。",
    open: "逐步演示",
    slide: "幻灯片",
    answer: "答案",
    kernels: "内核",
    other_language: "English",
};

const STYLE: &str = "body{max-width:44rem;margin:2rem auto;padding:0 1rem;background:#f6f5f1;color:#16202e;font:1rem/1.5 system-ui,sans-serif}img{max-width:100%;height:auto}a{color:#0a4f96}iframe{position:fixed;inset:0;width:100%;height:100%;border:0;background:#f6f5f1}";

impl Page<'_> {
    /// Returns the folder of the page in the site, such as `zh/lessons/neighbored/2/`.
    pub fn path(&self) -> String {
        let mut path = match self.language {
            Language::English => "lessons/".to_owned(),
            Language::SimplifiedChinese => "zh/lessons/".to_owned(),
        };
        if let Some((lesson, slide)) = self.lesson {
            path += &format!("{}/", lesson.id);
            if let Some(slide) = slide {
                path += &format!("{slide}/");
            }
        }
        path
    }

    /// Returns the way from this page to the site's own folder.
    fn root(&self) -> String {
        "../".repeat(self.path().matches('/').count())
    }

    /// Returns an address for other hosts; relative, if the site's is not known.
    fn address(&self, path: &str) -> String {
        match self.site {
            Some(site) => format!("{site}{path}"),
            None => format!("{}{path}", self.root()),
        }
    }

    const fn words(&self) -> &'static Words {
        match self.language {
            Language::English => &EN,
            Language::SimplifiedChinese => &ZH,
        }
    }

    fn in_other_language(&self) -> Self {
        Page {
            language: match self.language {
                Language::English => Language::SimplifiedChinese,
                Language::SimplifiedChinese => Language::English,
            },
            ..*self
        }
    }

    /// Returns the place in the page itself, as the rest of its address.
    fn place(&self) -> String {
        let slide = match self.lesson {
            Some((_, Some(slide))) => format!("slide={slide}&"),
            _ => String::new(),
        };
        let lesson = self.lesson.map_or("", |(lesson, _)| lesson.id);
        format!("#/{lesson}?{slide}lang={}", self.language.tag())
    }

    fn title(&self) -> String {
        let words = self.words();
        match self.lesson {
            None => words.lessons.to_owned(),
            Some((lesson, None)) => lesson.title.get(self.language).to_owned(),
            Some((lesson, Some(slide))) => {
                let title = lesson.title.get(self.language);
                format!("{title} · {} {slide}", words.slide)
            }
        }
    }

    /// Returns the sentence of previews: the question, or the words of the slide.
    fn description(&self) -> &'static str {
        match self.lesson {
            None => self.words().list,
            Some((lesson, None)) => lesson.question.get(self.language),
            Some((lesson, Some(slide))) => lesson.slides[slide - 1].text.get(self.language),
        }
    }

    pub fn html(&self) -> String {
        let words = self.words();
        let (title, description) = (escaped(&self.title()), escaped(self.description()));
        let (root, place) = (self.root(), self.place());
        let canonical = self.address(&self.path());
        let picture = self.lesson.map(|(lesson, _)| format!("lessons/{}/{FILE}", lesson.id));
        let other = self.in_other_language();
        // The page stands in a frame, so that the texts stay for readers of the document. Its address follows the place.
        let script = format!(
            "const root=new URL('{root}',location).href,frame=document.createElement('iframe');frame.src=root+'{place}';frame.title=document.title;frame.allow='fullscreen; clipboard-write';frame.onload=()=>{{frame.contentWindow.focus();frame.contentWindow.addEventListener('hashchange',()=>history.replaceState(null,'',root+frame.contentWindow.location.hash))}};document.documentElement.style.overflow='hidden';document.body.append(frame)"
        );
        let policy = format!(
            "default-src 'none'; script-src '{}'; style-src '{}'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'",
            digest(&script),
            digest(STYLE)
        );
        let image = picture.as_deref().map_or(String::new(), |picture| {
            format!(
                "<meta property=\"og:image\" content=\"{}\"><meta property=\"og:image:width\" content=\"{WIDTH}\"><meta property=\"og:image:height\" content=\"{HEIGHT}\"><meta name=\"twitter:card\" content=\"summary_large_image\">",
                self.address(picture)
            )
        });
        let mut resource = json!({
            "@context": "https://schema.org",
            "@type": if self.lesson.is_some() { "LearningResource" } else { "Course" },
            "name": self.title(),
            "description": self.description(),
            "inLanguage": self.language.tag(),
            "url": canonical,
            "isAccessibleForFree": true,
        });
        if let Some(picture) = &picture {
            resource["learningResourceType"] = json!("interactive simulation");
            resource["image"] = json!(self.address(picture));
        }
        let resource = resource.to_string().replace('<', "\\u003c");
        format!(
            "<!doctype html>
<html lang=\"{tag}\">
<head>
<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>{title} · Warpstep</title>
<meta name=\"description\" content=\"{description}\">
<link rel=\"icon\" href=\"data:,\">
<link rel=\"canonical\" href=\"{canonical}\">
<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{canonical}\">
<link rel=\"alternate\" hreflang=\"{other_tag}\" href=\"{other_address}\">
<meta property=\"og:type\" content=\"article\"><meta property=\"og:site_name\" content=\"Warpstep\"><meta property=\"og:title\" content=\"{title}\"><meta property=\"og:description\" content=\"{description}\"><meta property=\"og:url\" content=\"{canonical}\">{image}
<script type=\"application/ld+json\">{resource}</script>
<style>{STYLE}</style>
</head>
<body>
<nav><a href=\"{root}\">Warpstep</a> › <a href=\"{list}\">{lessons}</a> · <a href=\"{root}{other_path}\" hreflang=\"{other_tag}\">{other_language}</a></nav>
<h1>{title}</h1>
{content}
<script>{script}</script>
</body>
</html>
",
            tag = self.language.tag(),
            other_tag = other.language.tag(),
            other_address = self.address(&other.path()),
            other_path = other.path(),
            other_language = words.other_language,
            list = format_args!("{root}{}", self.list().path()),
            lessons = words.lessons,
            content = self.content(),
        )
    }

    fn list(&self) -> Self {
        Page { lesson: None, ..*self }
    }

    fn content(&self) -> String {
        let Some((lesson, slide)) = self.lesson else {
            return self.lessons();
        };
        let (words, language, root) = (self.words(), self.language, self.root());
        let text = |text: &str| format!("<p>{}</p>\n", escaped(text).replace('\n', "<br>"));
        let open = format!(
            "<p><a href=\"{root}{}\">{}</a></p>\n",
            escaped(&self.place()),
            words.open
        );
        let title = escaped(lesson.title.get(language));
        let picture = format!(
            "<img src=\"{root}lessons/{}/{FILE}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" alt=\"{title}\">\n",
            lesson.id
        );
        if let Some(slide) = slide {
            let lesson_page = Page {
                lesson: Some((lesson, None)),
                ..*self
            };
            let back = format!("<p><a href=\"{root}{}\">{title}</a></p>\n", lesson_page.path());
            return text(lesson.slides[slide - 1].text.get(language)) + &open + &picture + &back;
        }
        let mut content = text(lesson.question.get(language)) + &open + &picture;
        for (index, slide) in lesson.slides.iter().enumerate() {
            let number = index + 1;
            content += &format!("<h2><a href=\"{number}/\">{} {number}</a></h2>\n", words.slide);
            content += &text(slide.text.get(language));
        }
        content += &format!("<h2>{}</h2>\n", words.answer);
        content += &text(lesson.answer.get(language));
        let kernels = lesson.kernels.iter();
        let kernels = kernels.map(|kernel| format!("<li><code>{}</code></li>", escaped(&kernel.kernel.name)));
        content += &format!("<h2>{}</h2>\n<ul>{}</ul>\n", words.kernels, kernels.collect::<String>());
        content
    }

    fn lessons(&self) -> String {
        let item = |lesson: &&'static Lesson| {
            format!(
                "<li><a href=\"{}/\">{}</a>: {}</li>\n",
                lesson.id,
                escaped(lesson.title.get(self.language)),
                escaped(lesson.question.get(self.language))
            )
        };
        let items: String = LESSONS.iter().map(item).collect();
        format!("<p>{}</p>\n<ol>\n{items}</ol>\n", self.words().list)
    }
}

fn digest(text: &str) -> String {
    use base64::Engine;
    let digest = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text));
    format!("sha256-{digest}")
}
